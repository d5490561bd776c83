// Import LazyAlert.tsx instead: this file brings Radix along.
import type { ReactNode } from 'react'

import { AlertDialog } from 'radix-ui'
import { useRef } from 'react'

import styles from './Alert.module.css'
import { Button } from '../controls/Button.tsx'
import { lastPressed } from '../browser/lastPressed.ts'

export interface AlertProps {
  isOpen: boolean
  /** Cancel or Escape; a press beside it does nothing, since it asks for an answer. */
  onCancel: () => void
  title: string
  /** What happens, in sentences. */
  children: ReactNode
  /** Fields below the sentences. */
  fields?: ReactNode
  /** The buttons beside Cancel. */
  actions?: ReactNode
  cancelLabel?: string
}

/** A question that needs an answer before anything goes on. Focus starts on Cancel. */
export function Alert(props: AlertProps) {
  const { isOpen, onCancel, title, children, fields, actions, cancelLabel = 'Cancel' } = props
  const opener = useRef<HTMLElement | null>(null)
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim} />
        <AlertDialog.Content
          className={styles.alert}
          onOpenAutoFocus={() => {
            opener.current = lastPressed()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.current?.focus()
          }}
        >
          <AlertDialog.Title asChild>
            <h2>{title}</h2>
          </AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className={styles.words}>{children}</div>
          </AlertDialog.Description>
          {fields}
          <div className={styles.actions}>
            {actions}
            <AlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
