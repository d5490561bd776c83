import { useKit } from '../store/useBuild.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { KitFailed, KitNotFound, KitNotHere } from './KitMissing.tsx'
import { KitOpen } from './KitOpen.tsx'

/** A kit as its owner saved it, with what others say about it. Nobody needs an account to read. */
export function KitScreen({ id }: { id: string }) {
  const state = useKit(id)
  switch (state.status) {
    case 'loading':
      return (
        <div className="page stack">
          <h1>Kit</h1>
          <Skeleton label="Loading kit..." rows={4} />
        </div>
      )
    case 'notFound':
      return <KitNotFound onLookAgain={state.retry} />
    case 'offline':
      return <KitNotHere onLookAgain={state.retry} />
    case 'failed':
      return <KitFailed onRetry={state.retry} />
    case 'open':
      // A kit that was deleted, or only drawn and never written into, is no kit to show.
      return state.build.kit.updatedAt > 0 ? (
        <KitOpen key={state.build.kit.id} build={state.build} />
      ) : (
        <KitNotFound />
      )
  }
}
