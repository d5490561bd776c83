// Import LazyModal.tsx instead: this file brings Radix along.

import { Dialog } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

import { classes } from '../look/classes.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { ArrowLeftIcon, CloseIcon } from '../blocks/icons.tsx'
import { isStray, lastPressed } from '../browser/lastPressed.ts'
import styles from './Modal.module.css'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { t } from '#shared/words/words.ts'

export interface ModalProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** Step indicator beside the title. */
  step?: ReactNode
  /** Shows a back arrow before the title. */
  onBack?: (() => void) | undefined
  footer?: ReactNode
  /** Hidden; its input stays. */
  isFooterHidden?: boolean
  children: ReactNode
  /**
   * On the phone all rise from below. A sheet fits its content; a tall one keeps its height between
   * steps and while typing; a drawer comes from the right at the desk. A search fills the phone, is
   * at the top of the desk, and has its own head.
   */
  size?: 'sheet' | 'tall' | 'drawer' | 'search'
  /** Field that receives typing anywhere in the dialog. */
  typesInto?: RefObject<HTMLInputElement | null> | undefined
  /** After closing, with the focus returned. */
  onClosed?: () => void
}

/** Modal dialog. Focus returns to its opener. */
export function Modal({
  isOpen,
  onClose,
  title,
  step,
  onBack,
  footer,
  isFooterHidden,
  children,
  size = 'sheet',
  typesInto,
  onClosed,
}: ModalProps) {
  const opener = useRef<HTMLElement | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shownTitle = useRef<string | null>(null)

  // A new step focuses its heading, unless its content has the focus.
  useEffect(() => {
    if (isOpen && shownTitle.current !== null && shownTitle.current !== title) {
      const body = heading.current?.closest('[role=dialog]')
      const focused = document.activeElement
      const isInside = focused !== body && body?.contains(focused) && focused?.tagName === 'INPUT'
      if (!isInside) heading.current?.focus()
    }
    shownTitle.current = isOpen ? title : null
  }, [isOpen, title])

  // From the first render on: the focus comes later, and goes to a button first.
  useLayoutEffect(() => {
    if (!isOpen || !typesInto) return
    const turn = (event: KeyboardEvent) => {
      if (event.key !== ' ' && isStray(event)) typesInto.current?.focus()
    }
    addEventListener('keydown', turn)
    return () => removeEventListener('keydown', turn)
  }, [isOpen, typesInto])

  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content
          className={classes(styles.dialog, styles[size])}
          data-fills={size === 'search' || undefined}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            // Escape closes an open list of a field first; a search dialog is nothing but its list.
            if (size !== 'search' && hasOpenList(event.target)) event.preventDefault()
          }}
          onOpenAutoFocus={(event) => {
            opener.current = lastPressed()
            if (!typesInto?.current?.value) return
            event.preventDefault()
            typesInto.current.focus()
          }}
          onCloseAutoFocus={(event) => {
            // Without a Radix trigger the focus would stay on the body.
            event.preventDefault()
            // A screen that arrived meanwhile has focused its heading.
            if (document.activeElement === document.body) opener.current?.focus()
            onClosed?.()
          }}
        >
          {size === 'search' ? (
            <Dialog.Title asChild>
              <VisuallyHidden>{title}</VisuallyHidden>
            </Dialog.Title>
          ) : (
            <div className={`row ${styles.header}`}>
              {onBack && (
                <IconButton className={styles.back} label={t('Back')} onClick={onBack}>
                  <ArrowLeftIcon />
                </IconButton>
              )}
              <Dialog.Title asChild>
                <h2 ref={heading} tabIndex={-1} className="grow landing">
                  {title}
                </h2>
              </Dialog.Title>
              {step}
              <IconButton label={t('Close')} onClick={onClose}>
                <CloseIcon />
              </IconButton>
            </div>
          )}
          <div className={styles.body}>{children}</div>
          {footer && (
            <div className={styles.footer} hidden={isFooterHidden} data-keep-clear>
              {footer}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const hasOpenList = (target: EventTarget | null) =>
  target instanceof Element && target.matches('[role=combobox][aria-expanded=true]')
