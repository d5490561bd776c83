import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { classes } from '../ui/look/classes.ts'
import styles from './forms.module.css'
import type { ServerData } from './useServerData.ts'

/** Focuses the element named by the address's hash, as search results link to it. */
function useNamed(name: string | undefined) {
  const { hash, key } = useLocation()
  const element = useRef<HTMLElement & HTMLDivElement>(null)
  useEffect(() => {
    // `key`: repeats for the same link.
    if (key && name && hash === `#${name}`) element.current?.focus()
  }, [hash, key, name])
  return { ref: element, tabIndex: name ? -1 : undefined }
}

/** A card with a small heading. @param props.name its hash in addresses */
export function Section({
  title,
  name,
  children,
}: {
  title: string
  name?: string
  children: ReactNode
}) {
  return (
    <section {...useNamed(name)} aria-label={name && title}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      <div className="card">{children}</div>
    </section>
  )
}

/** A row of a card: label, value, and actions. */
export function CardRow({
  icon,
  title,
  name,
  text,
  action,
  isTall,
}: {
  icon: ReactNode
  /** Its hash in addresses. */
  name?: string
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** Actions below the words, for more than one button. */
  isTall?: boolean
}) {
  return (
    <div {...useNamed(name)} className={classes(styles.row, isTall && styles.tall)}>
      {icon}
      <div className={styles.rowWords}>
        <div className={styles.rowTitle}>{title}</div>
        {text && <div className="muted small">{text}</div>}
      </div>
      {action}
    </div>
  )
}

/** Placeholder for a missing server answer: loading, or failed. */
export function Unsaid({
  from: { error, reload },
  icon,
  loading,
  failed,
  rows = 2,
}: {
  from: Pick<ServerData<unknown>, 'error' | 'reload'>
  icon: ReactNode
  loading: string
  failed: string
  rows?: number
}) {
  if (!error) return <Skeleton label={loading} rows={rows} />
  return (
    <CardRow
      icon={icon}
      title={failed}
      text={t('The server did not answer.')}
      action={<Button onClick={reload}>{t('Try again')}</Button>}
    />
  )
}
