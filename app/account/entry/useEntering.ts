import { useEffect, useRef, useState } from 'react'

import type { SignIn } from '../../data/sessions/signIn.ts'

import { readStored } from '../../data/device/readStored.ts'
import { ENTRANCE } from '../../data/sessions/entrance.ts'

/**
 * A login that asks which drafts to take along: nothing is stored before the answer. Survives a
 * reload in between.
 * @param options.resumes login that may resume here; null for none
 * @param options.finish gets the login and the drafts to take, once decided
 */
export function useEntering({
  resumes,
  finish,
}: {
  resumes: 'any' | 'verifying' | null
  finish: (answer: SignIn | null, kitIds: string[]) => Promise<void>
}) {
  const [asked, setAsked] = useState<SignIn | null>(null)
  const [isLooking, setLooking] = useState(resumes !== null)
  const latest = useRef(finish)
  useEffect(() => {
    latest.current = finish
  })

  useEffect(() => {
    if (resumes === null) return
    let isHere = true
    void resumeSignIn(resumes)
      .then(async (answer) => {
        if (!isHere || !answer) return
        if (answer.drafts.length > 0) setAsked(answer)
        else await latest.current(answer, [])
      })
      // The form repeats it.
      .catch(() => undefined)
      .then(() => isHere && setLooking(false))
    return () => {
      isHere = false
    }
  }, [resumes])

  return {
    asked,
    /** Whether a stored login is still being looked for. */
    isLooking,
    async enter(answer: SignIn | null) {
      if (answer && answer.drafts.length > 0) setAsked(answer)
      else await finish(answer, [])
    },
  }
}

/** Loaded on first use. */
export const signingIn = () => import('../../data/sessions/signIn.ts')

async function resumeSignIn(way: 'any' | 'verifying'): Promise<SignIn | null> {
  if (readStored(sessionStorage, ENTRANCE) === null) return null
  return (await signingIn()).resumeSignIn(way)
}
