import { useEffect, useState } from 'react'

import { loadable } from '../../ui/browser/loadable.tsx'
import { SearchIcon } from '../../ui/blocks/icons.tsx'
import { CONTROL, isCommand } from '../../ui/browser/keyNames.ts'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import styles from './SearchButton.module.css'
import { t } from '#shared/words/words.ts'

const Palette = loadable(async () => (await import('./Palette.tsx')).Palette)

/** Opens the search from the header or by Ctrl+K. Loaded on the first press. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(Palette.preload, isOpen)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isCommand(event) || event.key.toLowerCase() !== 'k') return
      // Not over another dialog.
      if (!isOpen && document.querySelector('[role=dialog],[role=alertdialog]')) return
      event.preventDefault()
      setOpen(!isOpen)
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        className={`row ${styles.button}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span>{t('Search')}</span>
        <kbd aria-hidden="true">{CONTROL} K</kbd>
      </button>
      {isReady && <Palette isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
