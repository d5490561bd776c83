import { useNavigate } from 'react-router-dom'

import type { Row } from '../rows/rowBook.ts'

import { useKnownParts } from '../../data/prices/useKnownParts.ts'
import {
  ArrowDownIcon,
  ArrowUpIcon,
  DuplicateIcon,
  ReceiptIcon,
  TrashIcon,
} from '../../ui/blocks/icons.tsx'
import { Menu } from '../../ui/layers/Menu.tsx'
import { duplicateLine, removeLine, type Shown, stepLine } from '../undo/lineTools.ts'
import { ALT, CONTROL } from '../../ui/browser/keyNames.ts'
import { t } from '#shared/words/words.ts'

/** Row menu at the desk; dragging and keys do the same. */
export function RowMenu({
  row,
  anchor,
  shown,
  onClose,
}: {
  row: Row
  anchor: HTMLElement
  shown: Shown
  onClose: () => void
}) {
  const lines = shown.rows.filter((one) => !one.isGhost)
  const at = lines.indexOf(row)
  const navigate = useNavigate()
  const prices = useKnownParts([row.line]).get(row.line.id)
  return (
    <Menu
      anchor={anchor}
      label={t('Line {number}', { number: at + 1 })}
      onClose={onClose}
      items={[
        {
          label: t('Move up'),
          icon: <ArrowUpIcon />,
          keys: `${ALT} ↑`,
          isDisabled: at <= 0,
          onChoose: () => stepLine(shown, row, -1),
        },
        {
          label: t('Move down'),
          icon: <ArrowDownIcon />,
          keys: `${ALT} ↓`,
          isDisabled: at === lines.length - 1,
          onChoose: () => stepLine(shown, row, 1),
        },
        {
          label: t('Duplicate'),
          icon: <DuplicateIcon />,
          keys: `${CONTROL} D`,
          onChoose: () => duplicateLine(shown, row),
        },
        ...(prices === undefined
          ? []
          : [
              {
                label: t('Compare prices'),
                icon: <ReceiptIcon />,
                onChoose: () => navigate(prices),
              },
            ]),
        {
          label: t('Remove'),
          icon: <TrashIcon />,
          isDanger: true,
          isApart: true,
          onChoose: () => {
            const element = anchor.closest('[data-line]')
            const next = lines[at + 1]
              ? element?.nextElementSibling
              : element?.previousElementSibling
            removeLine(shown, row)
            // After the menu has returned the focus to the removed line.
            requestAnimationFrame(() =>
              next?.querySelector<HTMLElement>('[data-row-focus]')?.focus(),
            )
          },
        },
      ]}
    />
  )
}
