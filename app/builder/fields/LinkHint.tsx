import { fillsAnything } from '../../data/autofill/shops.ts'
import { useSync } from '../../data/device/syncState.ts'
import { useRead } from '../../ui/browser/useRead.ts'
import { LinkIcon } from '../../ui/blocks/icons.tsx'
import styles from '../parts/partsTools.module.css'
import { t } from '#shared/words/words.ts'

/** The argument makes it run again when the device comes online. */
const readAble = (_isOnline: boolean) => fillsAnything()

/** Hint about product links, while there are no parts. Hidden where the server can look up none. */
export function LinkHint() {
  const isOnline = useSync((state) => state.isOnline)
  const isAble = useRead(readAble, isOnline)
  return (
    isAble && (
      <p className={`muted small pad ${styles.hint}`}>
        <LinkIcon />
        {t(
          'Paste a product link and the name, number and price fill themselves in. Without signal, the link waits and fills in later.',
        )}
      </p>
    )
  )
}
