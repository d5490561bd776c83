import type { DeskMerchant } from '#shared/catalogue/correction.ts'
import { t } from '#shared/words/words.ts'

import { useRef, useState } from 'react'

import { useAccount } from '../../device/account.ts'
import { AdminDenied } from '../desk/AdminDenied.tsx'
import { AdminNav } from '../desk/AdminNav.tsx'
import { deskLinks } from '../desk/deskLinks.ts'
import { Column, OfflineNote } from '../FormParts.tsx'
import { DeskMerchants } from './DeskMerchants.tsx'
import { DeskParts } from './DeskParts.tsx'
import { RemovedParts } from './RemovedParts.tsx'

/** What the catalogue holds, found and corrected by hand. The server checks each call itself. */
export function AdminCatalogueScreen() {
  const account = useAccount()
  const [changed, setChanged] = useState(0)
  const [seller, setSeller] = useState<DeskMerchant | null>(null)
  const parts = useRef<HTMLDivElement>(null)
  if (!account?.isAdmin || account.isExpired) {
    return <AdminDenied isSignedIn={account !== null} from={deskLinks.catalogue()} />
  }
  return (
    <Column
      title={t('Catalogue')}
      text={t('What you correct here stands, whatever later files say, until you take it back.')}
      isWide
    >
      <AdminNav at={deskLinks.catalogue()} />
      <OfflineNote text={t('This is what was last known. Corrections are made on the server.')} />
      <div ref={parts}>
        <DeskParts adminId={account.id} seller={seller} onAll={() => setSeller(null)} />
      </div>
      <DeskMerchants
        key={`merchants ${changed}`}
        adminId={account.id}
        onRemoved={() => setChanged(changed + 1)}
        onParts={(merchant) => {
          setSeller(merchant)
          parts.current?.scrollIntoView()
        }}
      />
      <RemovedParts key={changed} adminId={account.id} />
    </Column>
  )
}
