import { create } from 'zustand'

import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { ALT, CONTROL, SHIFT } from '../../ui/browser/keyNames.ts'
import styles from '../parts/partsTools.module.css'
import { t } from '#shared/words/words.ts'

const keysAndWords = (): readonly [keys: string, what: string][] => [
  ['Enter', t('Down a line; with {shift} up', { shift: SHIFT })],
  ['Tab', t('To the next field; with {shift} back', { shift: SHIFT })],
  ['↑ ↓ ← →', t('To the next field, from the edge of the text')],
  [`${CONTROL} ↑ ↓`, t('To the first and the last line')],
  ['Page ↑ ↓', t('Ten lines')],
  ['F2', t('Into the text of a field')],
  ['Escape', t('Bring back what was in the field')],
  [`${SHIFT} ↑ ↓`, t('Mark cells; then the sides too')],
  [`${CONTROL} A`, t('Mark the text, again: all cells')],
  [`${CONTROL} C, X, V`, t('Copy, cut, paste cells, also from a spreadsheet')],
  ['Delete', t('Empty the marked cells')],
  [`${ALT} ↑ ↓`, t('Move the line')],
  [`${CONTROL} D`, t('Duplicate the line')],
  [`${CONTROL} ${SHIFT} ⌫`, t('Remove the line')],
  [`${CONTROL} Z`, t('Undo')],
  [`${CONTROL} ${SHIFT} Z`, t('Redo')],
  [`${CONTROL} /`, t('This help')],
]

const useKeysHelp = create(() => ({ isOpen: false }))

export const openKeysHelp = () => useKeysHelp.setState({ isOpen: true })

/** Keyboard shortcuts of the parts list. */
export function KeysHelp() {
  const { isOpen } = useKeysHelp()
  const handleClose = () => useKeysHelp.setState({ isOpen: false })
  return (
    <LazyModal isOpen={isOpen} onClose={handleClose} title={t('Keys of the parts list')}>
      {/* Where it is taller than the window, the arrows have to scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <dl className={styles.keys} tabIndex={0} aria-label={t('Keys')}>
        {keysAndWords().map(([keys, what]) => (
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
