import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Item } from './item.ts'

import { focusLine } from '../../show/focusField.ts'
import { CONTROL } from '../../ui/browser/keyNames.ts'
import { Modal } from '../../ui/layers/Modal.tsx'
import { SearchList } from '../../ui/controls/SearchList.tsx'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { lineIn } from './deviceItems.tsx'
import styles from './Palette.module.css'
import { noteRecent } from './recent.ts'
import { useGroups } from './useGroups.tsx'
import { many, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'

/** Search of this device: kits, parts, and actions. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  /** Action to run once the dialog has returned the focus: it may move the focus itself. */
  const due = useRef<Item['does'] | null>(null)

  function handleChoose({ key, recent = key, does }: Item) {
    if (recent) noteRecent(recent)
    if (typeof does !== 'string') due.current = does
    else if (does !== pathname + search) void navigate(does)
    const line = lineIn(key)
    if (line) focusLine(line)
    onClose()
  }

  function handleClosed() {
    const does = due.current
    due.current = null
    if (typeof does === 'function') void does()
  }

  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      onClosed={handleClosed}
      title={t('Search')}
      size="search"
    >
      <Found onChoose={handleChoose} onClose={onClose} />
    </Modal>
  )
}

/** Mounted while it is open. */
function Found({ onChoose, onClose }: { onChoose: (item: Item) => void; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const { groups, words, count, isReading, isSearched } = useGroups(query)
  const isDesk = useIsDesk()
  const results = count === 0 ? t('No results') : many(count, '{count} result', '{count} results')
  const nothing = t('Nothing on this device has “{query}”.', { query: query.trim() })
  const isEmpty = words.length > 0 && count === 0 && isSearched
  const told = isReading ? t('Reading this device...') : isEmpty ? nothing : ''
  return (
    <SearchList
      label={t('Search kits, parts and actions')}
      placeholder={
        isDesk ? t('Search kits, parts, vehicles, actions...') : t('Kits, parts, actions...')
      }
      query={query}
      words={words}
      groups={groups}
      said={
        isEmpty && !isReading ? nothing : isReading ? t('{results} so far', { results }) : results
      }
      note={
        (isDesk || told) && (
          <div className={styles.note}>
            <span className="grow">{told}</span>
            {isDesk && (
              <span className={styles.keys} aria-hidden="true">
                <T
                  text="<kbd>↑ ↓</kbd> to move, <kbd>Enter</kbd> to open, {keys} from anywhere"
                  keys={<kbd>{CONTROL} K</kbd>}
                />
              </span>
            )}
          </div>
        )
      }
      onQuery={setQuery}
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}
