import { t } from '#shared/words/words.ts'
import styles from './FormattingHelp.module.css'

/** Formatting of notes and comments, by example. */
export function FormattingHelp() {
  return (
    <dl className={`small ${styles.help}`}>
      <dt className="mono">{`**${t('bold')}**`}</dt>
      <dd>
        <b>{t('bold')}</b>
      </dd>
      <dt className="mono">{`*${t('italics')}*`}</dt>
      <dd>
        <i>{t('italics')}</i>
      </dd>
      <dt className="mono">{`~~${t('strike')}~~`}</dt>
      <dd>
        <s>{t('strike')}</s>
      </dd>
      <dt className="mono">super^script</dt>
      <dd>
        super<sup>script</sup>
      </dd>
      <dt className="mono">* {t('item')}</dt>
      <dd>• {t('item')}</dd>
      <dt className="mono">&gt; {t('quote')}</dt>
      <dd>
        <q>{t('quote')}</q>
      </dd>
      <dt className="mono">{`[${t('text')}](url)`}</dt>
      <dd>
        <u>{t('text')}</u>
      </dd>
      <dt>{t('4 spaces')}</dt>
      <dd className="mono">{t('code')}</dd>
    </dl>
  )
}
