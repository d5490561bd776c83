import { useDeferredValue } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { useAccount } from '../device/account.ts'
import { useKitIndex } from '../kits/index/kitIndex.ts'
import { isEverRead } from '../sync/receive/cursors.ts'
import { DownloadIcon, PlusIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { KitResults } from './KitResults.tsx'
import styles from './Kits.module.css'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { useKitsAddress } from './useKitsAddress.ts'

/** As much as the server reads of a search. */
const MAX_QUERY = 200

/** One's own kits, drafts and opened ones; everybody's beside them. */
export function KitsScreen() {
  const { query, isMineOnly, change, writeNow } = useKitsAddress(useIsBare())
  // A letter stands in its field before what it finds is drawn.
  const searched = useDeferredValue(query)
  return (
    // Before a press in it leaves the screen.
    <div className="page" onClickCapture={writeNow}>
      <div className={styles.top}>
        <div>
          <h1>{t('Kits')}</h1>
          <p className={`muted small ${styles.lead}`}>
            {t('Kits you open are kept on this device.')}
          </p>
        </div>
        <div className="row wrap">
          <LinkButton to={links.receive()} aria-label={t('Receive a kit')}>
            <DownloadIcon />
            {t('Receive')}
          </LinkButton>
          <LinkButton variant="primary" to={links.builder()}>
            <PlusIcon />
            {t('Build a Kit')}
          </LinkButton>
        </div>
      </div>
      <SearchField
        label={t('Search kits')}
        placeholder={t('Search kits by vehicle, task, or kit name...')}
        maxLength={MAX_QUERY}
        text={query}
        onText={(text) => change({ query: text })}
      />
      <KitResults query={searched} isMineOnly={isMineOnly} onChange={change} />
    </div>
  )
}

/** Whether there is no kit of whoever is here, as far as the server has told. */
function useIsBare(): boolean {
  const { kits, read } = useKitIndex()
  const account = useAccount()
  const isKnown = useLiveQuery(() => isEverRead())
  return read === 'all' && kits.length === 0 && (!account || isKnown === true)
}
