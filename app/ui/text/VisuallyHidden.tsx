import type { ComponentProps } from 'react'

/** Text for those who hear the screen. */
export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className="visuallyHidden" />
}
