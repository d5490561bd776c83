import { fillsAnything } from '../../autofill/shops.ts'
import { useSync } from '../../device/syncState.ts'
import { useRead } from '../../ui/browser/useRead.ts'
import { LinkIcon } from '../../ui/blocks/icons.tsx'
import styles from '../parts/partsTools.module.css'
import { t } from '#shared/words/words.ts'

/** Asked anew with a signal. */
const readAble = (_isOnline: boolean) => fillsAnything()

/** What a product's link does, while there is no part. Silent where the server can look up none. */
export function LinkHint() {
  const isOnline = useSync((state) => state.isOnline)
  const isAble = useRead(readAble, isOnline)
  return (
    isAble && (
      <p className={styles.hint}>
        <LinkIcon />
        {t(
          'Paste a product link and the name, number and price fill themselves in. Without signal, the link waits and fills in later.',
        )}
      </p>
    )
  )
}
