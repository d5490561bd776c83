import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Build } from '../kits/open/builds.ts'

import { isBuildId } from '#shared/ids.ts'
import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { forks, nameBuild, onFork } from '../sync/write/pump.ts'
import { openKit } from '../kits/open/openKit.ts'
import { useBuild } from '../kits/open/useBuild.ts'
import { toast } from '../ui/layers/toast.ts'

/** The same work going on under another address. */
interface Move {
  to: string
  /** What is shown until the new address is open, so that no input is torn out of a hand. */
  build: Build
  key: string
  note: string | null
}

interface Session {
  build: Build | null
  status: 'open' | 'loading' | 'notFound' | 'offline' | 'failed'
  /** Stays the same while a person works on, also when the work moves to a copy. */
  key: string
  /** A calm word on why the address changed. */
  note: string | null
  /** It was somebody else's until the first change. */
  isCopy: boolean
  retry: () => void
}

const OWN_COPY = later("You're editing your own copy. The original stays as it was.")

/** An open build, and where it moves when the server or a first edit gives it another id. */
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

/** Where a build has moved to: an own copy, or another id of the same kit. */
function targetOf(build: Build, buildId: string) {
  const copy = forks.get(build.kit.id)?.buildId ?? build.movedTo
  if (copy) return { to: copy, note: say(OWN_COPY), isRenamed: false }
  const to = build.kit.buildId
  if (to === buildId) return null
  // Opened by its kit id: the address goes on under the id that links use.
  if (!isBuildId(buildId)) return { to, note: null, isRenamed: false }
  const note = t('The link of this kit changed to /list/{to} because its id was taken.', { to })
  return { to, note, isRenamed: true }
}

function tellCopied(kitId: string, goBack: () => void): void {
  const kitNow = () => openKit(kitId, '').read()?.kit
  const copied = kitNow()
  async function undo() {
    goBack()
    const { deleteKit } = await import('../kits/open/saveKit.ts')
    await deleteKit(kitId)
  }
  toast({
    title: t('Copied to your kits'),
    text: t('Change what you like: the original stays as it was.'),
    action: { label: t('Undo'), onPress: () => void undo() },
    // What was typed into it is not taken away by a press that meant the copy.
    isOver: () => kitNow() !== copied,
  })
}

const countForks = () => forks.size
const nothing = () => undefined
