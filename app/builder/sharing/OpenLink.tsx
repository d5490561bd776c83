import { linkHost } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { ExternalLinkIcon } from '../../ui/blocks/icons.tsx'
import styles from '../parts/parts.module.css'

/** Link to a shop. User input: no referrer and no endorsement. */
export function OpenLink({ link, line }: { link: string; line: string }) {
  const host = linkHost(link)
  return (
    <a
      className={`small ${styles.open}`}
      href={link}
      data-tip={host}
      target="_blank"
      rel="noopener noreferrer ugc nofollow"
      aria-label={t('Open {host}, {line}, in a new tab', { host, line })}
    >
      <ExternalLinkIcon />
      {t('Open')}
    </a>
  )
}
