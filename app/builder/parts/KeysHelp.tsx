import { create } from 'zustand'

import { LazyModal } from '../../ui/LazyModal.tsx'
import { ALT, CONTROL, SHIFT } from '../../ui/keyNames.ts'
import styles from './partsTools.module.css'

const KEYS: readonly [keys: string, what: string][] = [
  ['Enter', `Down a line; with ${SHIFT} up`],
  ['Tab', `To the next field; with ${SHIFT} back`],
  ['↑ ↓ ← →', 'To the next field, from the edge of the text'],
  [`${CONTROL} ↑ ↓`, 'To the first and the last line'],
  ['Page ↑ ↓', 'Ten lines'],
  ['F2', 'Into the text of a field'],
  ['Escape', 'Bring back what was in the field'],
  [`${SHIFT} ↑ ↓`, 'Mark cells; then the sides too'],
  [`${CONTROL} A`, 'Mark the text, again: all cells'],
  [`${CONTROL} C, X, V`, 'Copy, cut, paste cells, also from a spreadsheet'],
  ['Delete', 'Empty the marked cells'],
  [`${ALT} ↑ ↓`, 'Move the line'],
  [`${CONTROL} D`, 'Duplicate the line'],
  [`${CONTROL} ${SHIFT} ⌫`, 'Remove the line'],
  [`${CONTROL} Z`, 'Undo'],
  [`${CONTROL} ${SHIFT} Z`, 'Redo'],
  [`${CONTROL} /`, 'This help'],
]

const useKeysHelp = create(() => ({ isOpen: false }))

export const openKeysHelp = () => useKeysHelp.setState({ isOpen: true })

/** The keys of the parts list. */
export function KeysHelp() {
  const { isOpen } = useKeysHelp()
  const handleClose = () => useKeysHelp.setState({ isOpen: false })
  return (
    <LazyModal isOpen={isOpen} onClose={handleClose} title="Keys of the parts list">
      {/* Where it is taller than the window, the arrows have to scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <dl className={styles.keys} tabIndex={0} aria-label="Keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </LazyModal>
  )
}
