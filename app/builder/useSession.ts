import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Build } from '../data/kits/open/builds.ts'

import { isBuildId } from '#shared/ids.ts'
import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { forks, nameBuild, onFork } from '../data/sync/write/writeQueue.ts'
import { openKit } from '../data/kits/open/openKit.ts'
import { useBuild } from '../data/kits/open/useBuild.ts'
import { toast } from '../ui/browser/toast.ts'

/** The same session under another address. */
interface Move {
  to: string
  /** Shown until the new address is open, so that no input loses its focus. */
  build: Build
  key: string
  note: string | null
}

interface Session {
  build: Build | null
  status: 'open' | 'loading' | 'notFound' | 'offline' | 'failed'
  /** Stable over a session, also when it moves to a copy. */
  key: string
  /** Why the address changed. */
  note: string | null
  /** It was somebody else's until the first edit. */
  isCopy: boolean
  retry: () => void
}

const OWN_COPY = later("You're editing your own copy. The original stays as it was.")

/** An open build, and its redirect when the server or a first edit gives it another id. */
export function useSession(buildId: string, from: string | null): Session {
  const navigate = useNavigate()
  const state = useBuild(buildId, { from, mayStart: isBuildId(buildId) })
  useSyncExternalStore(onFork, countForks)
  const [move, setMove] = useState<Move | null>(null)
  const opened = state.status === 'open' ? state.build : null
  const moved = move?.to === buildId ? move : null
  const build = opened ?? (state.status === 'loading' ? (moved?.build ?? null) : null)
  const key = moved?.key ?? opened?.kit.id ?? ''

  const target = opened && from === null ? targetOf(opened, buildId) : null
  if (opened && target && move?.to !== target.to) setMove({ ...target, build: opened, key })
  const copyId = opened && from !== null ? opened.kit.id : null
  const to = target?.to ?? (copyId === null ? null : (opened?.kit.buildId ?? null))
  const isRenamed = target?.isRenamed === true

  useEffect(() => {
    if (to === null) return
    void navigate(links.build(to), { replace: true })
    if (isRenamed)
      toast({ title: t('The link of this kit changed'), text: t('It is now /list/{to}', { to }) })
  }, [to, isRenamed, navigate])

  useEffect(() => {
    if (copyId !== null && from !== null) tellCopied(copyId, () => void navigate(links.list(from)))
  }, [copyId, from, navigate])

  useEffect(() => {
    if (opened?.isBlank) nameBuild(opened.kit.id, opened.kit.buildId)
  }, [opened])

  const retry = 'retry' in state ? state.retry : nothing
  const note = moved?.note ?? null
  return { build, status: state.status, key, note, isCopy: note === say(OWN_COPY), retry }
}

/** Target of a move: an own copy, or another id of the same kit. */
function targetOf(build: Build, buildId: string) {
  const copy = forks.get(build.kit.id)?.buildId ?? build.movedTo
  if (copy) return { to: copy, note: say(OWN_COPY), isRenamed: false }
  const to = build.kit.buildId
  if (to === buildId) return null
  // Opened by kit id: the address becomes that of the build id.
  if (!isBuildId(buildId)) return { to, note: null, isRenamed: false }
  const note = t('The link of this kit changed to /list/{to} because its id was taken.', { to })
  return { to, note, isRenamed: true }
}

function tellCopied(kitId: string, goBack: () => void): void {
  const kitNow = () => openKit(kitId, '').read()?.kit
  const copied = kitNow()
  async function undo() {
    goBack()
    const { deleteKit } = await import('../data/kits/open/saveKit.ts')
    await deleteKit(kitId)
  }
  toast({
    title: t('Copied to your kits'),
    text: t('Change what you like: the original stays as it was.'),
    action: { label: t('Undo'), onPress: () => void undo() },
    // Edits made since keep the copy: Undo was meant for the copying only.
    isOver: () => kitNow() !== copied,
  })
}

const countForks = () => forks.size
const nothing = () => undefined
