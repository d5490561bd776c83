import type { ComponentProps } from 'react'

import styles from './VisuallyHidden.module.css'

/** Text for those who hear the screen. */
export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={styles.hidden} />
}
