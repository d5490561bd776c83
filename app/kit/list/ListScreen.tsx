import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t, later } from '#shared/words/words.ts'
import { type BuildState, useBuild } from '../../data/kits/open/useBuild.ts'
import { LoadingPage } from '../../ui/blocks/Skeleton.tsx'
import { ListOpen } from './ListOpen.tsx'
import { MissingKit } from '../../show/MissingKit.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'

/** A kit as its link shows it. Reading needs no account. */
export function ListScreen({ id: ofPath }: { id: string }) {
  // The mark is part of the name (shared/cells/boundLink.ts). A truncated one names no list: better
  // none than somebody else's.
  const mark = new URLSearchParams(useLocation().search).get('k')
  const id = mark === null ? ofPath : `${ofPath}?k=${mark}`
  const state = useBuild(id, { mayStart: false })
  const current = state.status === 'open' && state.build.isLive ? state.build.kit.buildId : null
  // Replaces the address by the kit's own short one, for passing it on.
  useEffect(() => {
    if (current === null || mark === null) return
    history.replaceState(history.state, '', links.list(current))
  }, [current, mark])
  switch (state.status) {
    case 'loading':
      return <LoadingPage title={t('Shared parts list')} label={t('Loading parts list...')} />
    case 'notFound':
    case 'offline':
    case 'failed':
      return <ListMissing status={state.status} onLookAgain={state.retry} />
    case 'open':
      return isThere(state) ? <ListOpen build={state.build} /> : <ListMissing status="notFound" />
  }
}

/** A deleted kit, or an id that was only drawn, counts as missing. */
function isThere({ build }: Extract<BuildState, { status: 'open' }>): boolean {
  return build.kit.updatedAt > 0
}

const WORDS = {
  notFound: [
    later('Parts List Not Found'),
    later("The parts list you're looking for doesn't exist or has been removed."),
  ],
  failed: [
    later('Failed to load parts list'),
    later('The server answered, but not with a list. Please try again.'),
  ],
} as const

interface ListMissingProps {
  status: 'notFound' | 'offline' | 'failed'
  /** Absent for a deleted list. */
  onLookAgain?: () => void
}

/** Shown without a list, with the reason. */
function ListMissing({ status, onLookAgain }: ListMissingProps) {
  return (
    <MissingKit
      why={status}
      words={WORDS}
      onLookAgain={onLookAgain}
      isSent
      wayOut={
        <LinkButton size="l" to={links.home()}>
          {t('Go to Home')}
        </LinkButton>
      }
    >
      <b>{t('Parts list not found')}</b>
    </MissingKit>
  )
}
