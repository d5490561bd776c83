import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Build } from '../store/builds.ts'

import { links } from '#shared/links.ts'
import { forks, nameBuild, onFork } from '../store/pump.ts'
import { useBuild } from '../store/useBuild.ts'
import { toast } from '../ui/toast.ts'

/** The same work going on under another address. */
interface Move {
  to: string
  /** What is shown until the new address is open, so that no input is torn out of a hand. */
  build: Build
  key: string
  note: string
}

interface Session {
  build: Build | null
  status: 'open' | 'loading' | 'notFound' | 'offline' | 'failed'
  /** Stays the same while a person works on, also when the work moves to a copy. */
  key: string
  /** A calm word on why the address changed. */
  note: string | null
  retry: () => void
}

const OWN_COPY = "You're editing your own copy. The original stays as it was."

/** An open build, and where it moves when the server or a first edit gives it another id. */
export function useSession(buildId: string, from: string | null): Session {
  const navigate = useNavigate()
  const state = useBuild(buildId, { from, mayStart: true })
  const [move, setMove] = useState<Move | null>(null)
  const opened = state.status === 'open' ? state.build : null
  const moved = move?.to === buildId ? move : null
  const build = opened ?? (state.status === 'loading' ? (moved?.build ?? null) : null)
  const key = moved?.key ?? opened?.kit.id ?? ''

  const goOn = useCallback(
    (to: string, note: string, current: Build) => {
      setMove({ to, build: current, key, note })
      void navigate(links.build(to), { replace: true })
    },
    [key, navigate],
  )

  useEffect(() => {
    if (opened?.isBlank) nameBuild(opened.kit.id, opened.kit.buildId)
  }, [opened])

  useEffect(() => {
    if (opened && from !== null) void navigate(links.build(buildId), { replace: true })
  }, [opened, from, buildId, navigate])

  useEffect(() => {
    if (!opened || from !== null) return
    const followCopy = () => {
      const fork = forks.get(opened.kit.id)
      if (fork) goOn(fork.buildId, OWN_COPY, opened)
      return fork !== undefined
    }
    if (followCopy()) return
    if (opened.movedTo) goOn(opened.movedTo, OWN_COPY, opened)
    else if (opened.kit.buildId !== buildId) {
      const note = `The link of this kit changed to /list/${opened.kit.buildId} because its id was taken.`
      goOn(opened.kit.buildId, note, opened)
      toast({
        title: 'The link of this kit changed',
        text: `It is now /list/${opened.kit.buildId}`,
      })
    }
    return onFork(followCopy)
  }, [opened, from, buildId, goOn])

  const retry = 'retry' in state ? state.retry : nothing
  useEffect(() => {
    if (state.status !== 'offline') return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [state.status, retry])

  return { build, status: state.status, key, note: moved?.note ?? null, retry }
}

const nothing = () => undefined
