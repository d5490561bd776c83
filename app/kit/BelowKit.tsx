import type { Kit } from '#shared/kit.ts'
import type { Account } from '../store/account.ts'

import { Comments } from './Comments.tsx'
import { OwnerSection } from './OwnerSection.tsx'

interface BelowKitProps {
  kit: Kit
  account: Account | null
  /** Whether this device or its account owns the kit. */
  isMine: boolean
  /** Where the dock has no room for it. */
  customizeTo?: string
}

/** What stands below a kit, fetched once the kit itself is painted. */
export function BelowKit({ kit, account, isMine, customizeTo }: BelowKitProps) {
  return (
    <>
      <Comments kitId={kit.id} account={account} isKitMine={isMine && account !== null} />
      {isMine && <OwnerSection kit={kit} {...(customizeTo && { customizeTo })} />}
    </>
  )
}
