/** What the parts list hands down to its rows. */
import type { ReactNode, RefObject } from 'react'

import type { RowActions } from './rowActions.ts'
import type { Row } from './rowBook.ts'
import type { PartFields } from '../fields/usePartFields.ts'

export interface ListProps {
  rows: readonly Row[]
  isDesk: boolean
  openKey: string | null
  onOpen: (key: string | null) => void
  actions: RowActions
}

export interface RowProps {
  row: Row
  /** Its place in the list, from 1. */
  number: number
  isDesk: boolean
  isOpen: boolean
  onOpen: (key: string | null) => void
  actions: RowActions
}

/** Of a row in one of its two layouts. */
export interface RowViewProps extends RowProps {
  fields: PartFields
  /** How filling it in from its link goes. */
  note: ReactNode
  elementRef: RefObject<HTMLElement | null>
  onRemove: () => void
  /** The focus left the row. */
  onLeave: () => void
}
