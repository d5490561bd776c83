import type { BuildState } from '../kits/open/useBuild.ts'

import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { principal } from '../device/device.ts'
import { readOwnedLines } from '../prices/kitOffers.ts'
import { useBuild } from '../kits/open/useBuild.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { BasketOpen } from './BasketOpen.tsx'
import { useBasketOptions } from './basketOptions.ts'

const TITLE = later('Cheapest basket')

/** Where to buy the parts of a kit, so that all of them together cost least. */
export function BasketScreen({ id }: { id: string }) {
  const state = useBuild(id, { mayStart: false })
  const kitId = state.status === 'open' ? state.build.kit.id : ''
  const options = useBasketOptions(kitId)
  const owned = useLiveQuery(() => readOwnedLines(principal(), kitId), [kitId])
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'open':
      if (options === undefined || !owned) return <Waiting />
      return <BasketOpen key={kitId} build={state.build} options={options} owned={owned} />
    case 'notFound':
    case 'offline':
    case 'failed':
      return <NoKit state={state} />
  }
}

function Waiting() {
  return (
    <div className="page stack">
      <h1>{say(TITLE)}</h1>
      <Skeleton label={t('Loading kit...')} rows={4} />
    </div>
  )
}

const WORDS = {
  notFound: [
    later('Kit not found'),
    later('There is no kit with this address, or it was removed.'),
  ],
  offline: [later('Not on this device yet'), later("It will open when you're back online")],
  failed: [
    later('Failed to load kit'),
    later('The server answered, but not with a kit. Please try again.'),
  ],
} as const

function NoKit({
  state,
}: {
  state: Extract<BuildState, { status: 'notFound' | 'offline' | 'failed' }>
}) {
  const [title, text] = WORDS[state.status]
  useLookingAgain(state.retry, { hasFailed: state.status !== 'notFound' })
  return (
    <Notice
      title={say(title)}
      isAlert={state.status === 'failed'}
      actions={
        <>
          {state.status !== 'notFound' && (
            <Button variant="primary" size="l" onClick={state.retry}>
              {state.status === 'failed' ? t('Try again') : t('Retry')}
            </Button>
          )}
          <LinkButton size="l" to={links.home()}>
            {t('Go to Home')}
          </LinkButton>
        </>
      }
    >
      <p>{say(text)}</p>
    </Notice>
  )
}
