import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useBuild } from '../../data/kits/open/useBuild.ts'
import { Opened } from '../../show/Opened.tsx'
import { ListOpen } from './ListOpen.tsx'

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
  return (
    <Opened
      state={state}
      place="list"
      title={t('Shared parts list')}
      loading={t('Loading parts list...')}
    >
      {(build) => <ListOpen build={build} />}
    </Opened>
  )
}
