/** Props of the rows. */
import type { ReactNode, RefObject } from 'react'

import type { RowActions } from '../rows/rowActions.ts'
import type { Row } from '../rows/rowBook.ts'
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
  /** Position in the list, from 1. */
  number: number
  isDesk: boolean
  isOpen: boolean
  onOpen: (key: string | null) => void
  actions: RowActions
}

/** Props of a row in either layout. */
export interface RowViewProps extends RowProps {
  fields: PartFields
  /** Progress of its fill from a link. */
  note: ReactNode
  elementRef: RefObject<HTMLElement | null>
  onRemove: () => void
  onLeave: () => void
}
