import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import type { BuildState } from '../kits/open/useBuild.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useBuild } from '../kits/open/useBuild.ts'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { ListMissing } from './ListMissing.tsx'
import { ListOpen } from './ListOpen.tsx'

/** A kit as everybody who has its link sees it. Nobody needs an account for it. */
export function ListScreen({ id: ofPath }: { id: string }) {
  // The mark belongs to the name (shared/sync/boundLink.ts). One that lost letters on its way is no name
  // of a list: better none than somebody else's.
  const mark = new URLSearchParams(useLocation().search).get('k')
  const id = mark === null ? ofPath : `${ofPath}?k=${mark}`
  const state = useBuild(id, { mayStart: false })
  const current = state.status === 'open' && state.build.isLive ? state.build.kit.buildId : null
  // Whoever passes the address on from here passes on the kit's own, and short.
  useEffect(() => {
    if (current === null || mark === null) return
    history.replaceState(history.state, '', links.list(current))
  }, [current, mark])
  switch (state.status) {
    case 'loading':
      return (
        <div className="page stack">
          <h1>{t('Shared parts list')}</h1>
          <Skeleton label={t('Loading parts list...')} rows={4} />
        </div>
      )
    case 'notFound':
    case 'offline':
    case 'failed':
      return <ListMissing status={state.status} onLookAgain={state.retry} />
    case 'open':
      return isThere(state) ? <ListOpen build={state.build} /> : <ListMissing status="notFound" />
  }
}

/** A kit that was deleted, or only drawn and never written into, is no list to show. */
function isThere({ build }: Extract<BuildState, { status: 'open' }>): boolean {
  return build.kit.updatedAt > 0
}
