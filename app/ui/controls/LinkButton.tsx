import { Link, type LinkProps } from 'react-router-dom'

import { buttonClasses, type ButtonLook } from './Button.tsx'

/** A link that looks like a button. */
export function LinkButton({ variant, size, isFull, className, ...props }: ButtonLook & LinkProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(isFull && { isFull }) }
  return <Link {...props} className={buttonClasses(look, className)} />
}
