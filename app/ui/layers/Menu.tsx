// Import it lazily: this file brings Radix along.

import { DropdownMenu } from 'radix-ui'
import { Fragment, type ReactNode } from 'react'

import { directionOf } from '#shared/words/languages.ts'
import { languageTag } from '#shared/words/words.ts'
import { classes } from '../look/classes.ts'
import styles from './Menu.module.css'

export interface MenuItem {
  label: string
  icon: ReactNode
  /** Keyboard shortcut: "Alt + ↑". */
  keys?: string
  isDanger?: boolean
  isDisabled?: boolean
  /** A separator above it. */
  isApart?: boolean
  onChoose: () => void
}

/** A menu anchored to another element, which gets the focus back. */
export function Menu({
  anchor,
  label,
  items,
  onClose,
}: {
  anchor: HTMLElement
  label: string
  items: readonly MenuItem[]
  onClose: () => void
}) {
  const { left, top, width, height } = anchor.getBoundingClientRect()
  return (
    <DropdownMenu.Root
      open
      // Direction of arrow keys and submenus.
      dir={directionOf(languageTag())}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      modal={false}
    >
      <DropdownMenu.Trigger asChild>
        <span className={styles.anchor} style={{ left, top, width, height }} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          // The virtual trigger has no name.
          aria-labelledby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body) anchor.focus()
          }}
        >
          {items.map((item) => (
            <Fragment key={item.label}>
              {item.isApart && <DropdownMenu.Separator className={styles.line} />}
              <DropdownMenu.Item
                className={classes(styles.item, item.isDanger && styles.danger)}
                disabled={item.isDisabled ?? false}
                onSelect={item.onChoose}
              >
                {item.icon}
                <span className="grow">{item.label}</span>
                {item.keys && <kbd>{item.keys}</kbd>}
              </DropdownMenu.Item>
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
