import { memo, useDeferredValue, useId, useState } from 'react'

import { cleanText } from '#shared/define.ts'
import { MAX_NOTES } from '#shared/kinds/kit.ts'
import { many, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { setCells } from '../../data/sync/write/writeQueue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TypeIcon } from '../../ui/blocks/icons.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { TextArea } from '../../ui/controls/Input.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import builder from '../builder.module.css'
import styles from './Notes.module.css'
import { useTypedText } from '../rows/useTypedText.ts'

const FormattingHelp = loadable(
  async () => (await import('../../ui/text/FormattingHelp.tsx')).FormattingHelp,
)

const Markup = loadable(async () => (await import('../../ui/text/Markup.tsx')).Markup)

/** The counter appears from here on. */
const COUNTED_FROM = MAX_NOTES * 0.9

/** Notes of a kit, with a preview. */
export const Notes = memo(function Notes(props: { kitId: string; notes: string }) {
  const { kitId } = props
  const id = useId()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isHelpReady = usePreloaded(FormattingHelp.preload, isHelpOpen)
  const [isPreview, setPreview] = useState(false)
  const isMarkupReady = usePreloaded(Markup.preload, isPreview)
  const isShown = isPreview && isMarkupReady
  const typed = useTypedText(props.notes)
  // Deferred, so that the preview never holds a key back.
  const previewed = useDeferredValue(typed.text)
  const left = MAX_NOTES - typed.text.length

  function handleText(text: string) {
    typed.type(text)
    const notes = cleanText(text.slice(0, MAX_NOTES))
    typed.writeOver(notes, (seen) => setCells('kit', kitId, kitId, { notes }, { notes: seen }))
  }

  return (
    <section>
      <div className={styles.notesHead}>
        <label htmlFor={id}>
          <T text="Notes <span>(Optional)</span>" span={(text) => <span>{text}</span>} />
        </label>
        <Button
          variant="ghost"
          size="s"
          aria-pressed={isPreview}
          data-shows="notes"
          onClick={() => setPreview(!isPreview)}
        >
          {t('Preview')}
        </Button>
        <Button
          variant="ghost"
          size="s"
          className={builder.flushRight}
          aria-expanded={isHelpOpen}
          aria-controls={`${id}-help`}
          onClick={() => setHelpOpen(!isHelpOpen)}
        >
          <TypeIcon />
          {t('Formatting Help')}
        </Button>
      </div>
      <TextArea
        id={id}
        data-cell="notes"
        className={styles.notes}
        value={typed.text}
        maxLength={MAX_NOTES}
        aria-describedby={left < MAX_NOTES - COUNTED_FROM ? `${id}-left` : undefined}
        onFocus={typed.handleFocus}
        onBlur={typed.handleBlur}
        onChange={(event) => handleText(event.target.value)}
      />
      {typed.text.length > COUNTED_FROM && (
        <p className={`muted small ${styles.counter}`} id={`${id}-left`}>
          {left === 0
            ? t('No room left.')
            : many(left, '{count} characters left.', '{count} characters left.')}
        </p>
      )}
      {isShown && (
        <section className={`pad after ${styles.preview}`} aria-label={t('Preview of the notes')}>
          <Markup text={previewed.trim() === '' ? t('Nothing to preview yet') : previewed} />
        </section>
      )}
      <div id={`${id}-help`} hidden={!isHelpOpen}>
        {isHelpReady && <FormattingHelp />}
      </div>
    </section>
  )
})
