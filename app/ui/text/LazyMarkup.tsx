import styles from './LazyMarkup.module.css'
import { classes } from '../look/classes.ts'
import { loadable } from '../browser/loadable.tsx'
import { usePreloaded } from '../browser/usePreloaded.ts'

interface MarkupProps {
  text: string
  className?: string | undefined
}

const Markup = loadable<MarkupProps>(async () => (await import('./Markup.tsx')).Markup)

/** Fetches the code ahead of the first render. */
export const preloadMarkup = Markup.preload

/**
 * Text that somebody wrote: as it was typed, in the paragraphs it will have, until the code that
 * knows its formatting is here.
 */
export function LazyMarkup({ text, className }: MarkupProps) {
  const isReady = usePreloaded(Markup.preload, true, { isQuiet: true })
  if (isReady || Markup.isHere()) return <Markup text={text} className={className} />
  return (
    <div className={classes(styles.plain, className)}>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is all it has
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}
