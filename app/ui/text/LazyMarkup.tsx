import { classes } from '../look/classes.ts'
import { loadable } from '../browser/loadable.tsx'
import { usePreloaded } from '../browser/usePreloaded.ts'

interface MarkupProps {
  text: string
  className?: string | undefined
}

const Markup = loadable<MarkupProps>(async () => (await import('./Markup.tsx')).Markup)

export const preloadMarkup = Markup.preload

/** User text: plain, in its final paragraphs, until the formatter is loaded. */
export function LazyMarkup({ text, className }: MarkupProps) {
  const isReady = usePreloaded(Markup.preload, true, { isQuiet: true })
  if (isReady || Markup.isHere()) return <Markup text={text} className={className} />
  return (
    <div className={classes('stack tight breaks asTyped', className)}>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is all it has
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}
