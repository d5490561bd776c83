import type { KitRows } from './useKitRows.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { useAccount } from '../device/account.ts'
import { isEverRead } from '../sync/receive/cursors.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import { NoSignalIcon, SearchIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { WitnessMark } from '../ui/blocks/WitnessMark.tsx'
import { ListEnd } from './ListEnd.tsx'

interface NoKitsProps {
  isSearch: boolean
  isMineOnly: boolean
  server: KitRows['server']
  onClear: () => void
  onEverybody: () => void
}

/** Why there is no kit to show. */
export function NoKits({ isSearch, isMineOnly, server, onClear, onEverybody }: NoKitsProps) {
  const account = useAccount()
  const isKnown = useLiveQuery(() => isEverRead())
  const isFailed = server.status === 'failed' && server.at === 0
  useLookingAgain(isFailed && !isSearch ? server.ask : undefined)
  if (isSearch)
    return (
      <>
        <EmptyState
          mark={<SearchIcon />}
          title={t('No matching kits')}
          text={t('Try different search terms or clear the search to see all kits')}
          action={
            <span className="row wrap">
              <Button onClick={onClear}>{t('Clear search')}</Button>
              {isMineOnly && <Button onClick={onEverybody}>{t('Search everybody’s kits')}</Button>}
            </span>
          }
        />
        <ListEnd server={server} isSearch isMineOnly={isMineOnly} />
      </>
    )
  if (!isMineOnly && isFailed)
    return (
      <EmptyState
        mark={<NoSignalIcon />}
        title={t('Failed to load kits')}
        text={t('Please check your connection and try again')}
        role="alert"
        action={<Button onClick={server.ask}>{t('Try again')}</Button>}
      />
    )
  // Whether an account has kits is the server's to say; before it has spoken nobody knows.
  if (account && isKnown === false)
    return (
      <EmptyState
        mark={<WitnessMark state="waiting" />}
        title={t('Your kits are not here yet')}
        text={t('They come from the server as soon as there is a signal.')}
      />
    )
  return (
    <EmptyState
      mark={<WitnessMark state="device" />}
      title={t('No kits yet')}
      text={t('Create your first kit using the Builder tab')}
      action={
        <LinkButton variant="primary" to={links.builder()}>
          {t('Build a Kit')}
        </LinkButton>
      }
    />
  )
}
