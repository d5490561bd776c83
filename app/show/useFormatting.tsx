import { useState } from 'react'

import { many, t } from '#shared/words/words.ts'
import { TypeIcon } from '../ui/blocks/icons.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { Button } from '../ui/controls/Button.tsx'

const FormattingHelp = loadable(
  async () => (await import('../ui/text/FormattingHelp.tsx')).FormattingHelp,
)

/** The help of a formatted text, and the button that shows it. @param id of the text's field */
export function useFormatting(id: string, className?: string) {
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(FormattingHelp.preload, isOpen)
  const button = (
    <Button
      variant="ghost"
      size="s"
      className={className}
      aria-expanded={isOpen}
      aria-controls={`${id}-help`}
      onClick={() => setOpen(!isOpen)}
    >
      <TypeIcon />
      {t('Formatting Help')}
    </Button>
  )
  const help = (
    <div id={`${id}-help`} hidden={!isOpen}>
      {isReady && <FormattingHelp />}
    </div>
  )
  return { button, help }
}

/** "10 characters left.", near the limit; '' before. */
export function leftWords(text: string, max: number): string {
  const left = max - text.length
  if (left >= max / 10) return ''
  return left === 0
    ? t('No room left.')
    : many(left, '{count} characters left.', '{count} characters left.')
}
