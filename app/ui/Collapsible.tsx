import type { ReactNode } from 'react'

import { useId, useState } from 'react'

import { Button } from './Button.tsx'

/** A button that shows and hides what stands below it. */
export function Collapsible({
  trigger,
  className,
  children,
}: {
  trigger: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button
        variant="ghost"
        size="s"
        {...(className && { className })}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {trigger}
      </Button>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
