import { useKit } from '../data/kits/open/useKit.ts'
import { loadable } from '../ui/browser/loadable.tsx'
import { LoadingPage } from '../ui/blocks/Skeleton.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { KitOpen } from './KitOpen.tsx'
import { t } from '#shared/words/words.ts'

// Rare, so loaded on demand.
const KitMissing = loadable(async () => (await import('./KitMissing.tsx')).KitMissing)

/** A saved kit with its comments. Reading needs no account. */
export function KitScreen({ id }: { id: string }) {
  const state = useKit(id)
  const build = state.status === 'open' ? state.build : null
  // A deleted kit, or an id that was only drawn, counts as missing.
  const isThere = build !== null && build.kit.updatedAt > 0
  const isMissing = state.status !== 'loading' && !isThere
  const isReady = usePreloaded(KitMissing.preload, isMissing, { isQuiet: true })
  if (isThere) return <KitOpen key={build.kit.id} build={build} />
  if (isMissing && isReady) {
    return state.status === 'open' ? (
      <KitMissing status="notFound" />
    ) : (
      <KitMissing status={state.status} onLookAgain={state.retry} />
    )
  }
  return <LoadingPage title={t('Kit')} label={t('Loading kit...')} />
}
