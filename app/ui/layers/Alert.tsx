// Import LazyAlert.tsx instead: this file brings Radix along.

import { AlertDialog } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Alert.module.css'
import dialog from './Modal.module.css'
import { Button } from '../controls/Button.tsx'
import { lastPressed } from '../browser/lastPressed.ts'
import { t } from '#shared/words/words.ts'

const FIRST_FIELD = 'form :is(input:not([hidden]), button)'

export interface AlertProps {
  isOpen: boolean
  /** Cancel or Escape; a press outside does nothing, since it asks for an answer. */
  onCancel: () => void
  title: string
  /** Consequences, in sentences. */
  children: ReactNode
  /** Fields below the text. */
  fields?: ReactNode
  /** Focuses the first field instead of Cancel. */
  startsInFields?: boolean
  /** Buttons beside Cancel. */
  actions?: ReactNode
  cancelLabel?: string
}

/** Modal question. Focus starts on Cancel. */
export function Alert(props: AlertProps) {
  const { isOpen, onCancel, title, children, fields, startsInFields, actions, cancelLabel } = props
  const opener = useRef<HTMLElement | null>(null)
  // Before the dialog's own fields take the focus.
  useLayoutEffect(() => {
    if (isOpen) opener.current = lastPressed()
  }, [isOpen])
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={classes(dialog.scrim, styles.scrim)} />
        <AlertDialog.Content
          className={classes(dialog.dialog, dialog.sheet, styles.alert)}
          onOpenAutoFocus={(event) => {
            const content = startsInFields && event.target instanceof Element && event.target
            const first = content && content.querySelector<HTMLElement>(FIRST_FIELD)
            if (!first) return
            event.preventDefault()
            first.focus()
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
            <div className={`muted breaks ${styles.words}`}>{children}</div>
          </AlertDialog.Description>
          {fields}
          <div className={styles.actions}>
            {actions}
            <AlertDialog.Cancel asChild>
              <Button>{cancelLabel ?? t('Cancel')}</Button>
            </AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
