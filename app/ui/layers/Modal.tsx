// Import LazyModal.tsx instead: this file brings Radix along.
import type { ReactNode, RefObject } from 'react'

import { Dialog } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef } from 'react'

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
  /** Said to those who hear the screen, after the title. */
  description?: string
  /** Where in a row of steps this is, beside the title. */
  step?: ReactNode
  /** Shows an arrow before the title. */
  onBack?: (() => void) | undefined
  footer?: ReactNode
  /** Out of the way for now; what is typed into it stays. */
  isFooterHidden?: boolean
  children: ReactNode
  /**
   * On the phone all rise from below. A sheet is as tall as what is in it, a tall one keeps its height
   * from step to step and while one types, and at the desk a drawer comes from the right. A search
   * fills the phone, stands at the top of the desk, and brings a head of its own.
   */
  size?: 'sheet' | 'tall' | 'drawer' | 'search'
  /** What is typed anywhere in it goes there. */
  typesInto?: RefObject<HTMLInputElement | null> | undefined
  /** After it has closed and the focus is back. */
  onClosed?: () => void
}

/** A dialog over the page. Focus goes back to what opened it. */
export function Modal({
  isOpen,
  onClose,
  title,
  description,
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

  // Another step is another screen: its heading takes the focus, unless its content already has.
  useEffect(() => {
    if (isOpen && shownTitle.current !== null && shownTitle.current !== title) {
      const body = heading.current?.closest('[role=dialog]')
      const focused = document.activeElement
      const isInside = focused !== body && body?.contains(focused) && focused?.tagName === 'INPUT'
      if (!isInside) heading.current?.focus()
    }
    shownTitle.current = isOpen ? title : null
  }, [isOpen, title])

  // From the first drawing on: the focus comes later, and goes to a button first.
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
          {...(!description && { 'aria-describedby': undefined })}
          onEscapeKeyDown={(event) => {
            // Of a field with its list below it, that closes first; a search is nothing else.
            if (size !== 'search' && hasOpenList(event.target)) event.preventDefault()
          }}
          onOpenAutoFocus={(event) => {
            opener.current = lastPressed()
            if (!typesInto?.current?.value) return
            event.preventDefault()
            typesInto.current.focus()
          }}
          onCloseAutoFocus={(event) => {
            // Opened from state, without a Radix trigger: it would leave the focus on the body.
            event.preventDefault()
            // A screen that has come meanwhile has taken it to its heading.
            if (document.activeElement === document.body) opener.current?.focus()
            onClosed?.()
          }}
        >
          {size === 'search' ? (
            <Dialog.Title asChild>
              <VisuallyHidden>{title}</VisuallyHidden>
            </Dialog.Title>
          ) : (
            <div className={styles.header}>
              {onBack && (
                <IconButton className={styles.back} label={t('Back')} onClick={onBack}>
                  <ArrowLeftIcon />
                </IconButton>
              )}
              <Dialog.Title asChild>
                <h2 ref={heading} tabIndex={-1}>
                  {title}
                </h2>
              </Dialog.Title>
              {step}
              <IconButton label={t('Close')} onClick={onClose}>
                <CloseIcon />
              </IconButton>
            </div>
          )}
          {description && (
            <Dialog.Description asChild>
              <VisuallyHidden>{description}</VisuallyHidden>
            </Dialog.Description>
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
