import { useEffect, useRef, useState } from 'react'

import type { SignIn } from '../../sessions/access.ts'

import { resumeSignIn } from '../../sessions/access.ts'

/**
 * The login that asks which drafts come along: nothing of it is stored before the answer. It is
 * there again when the page was loaded anew in the middle of that.
 * @param options.resumes which login may go on here; null for none
 * @param options.finish is called with the login, and what is to come along, once that is known
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
      // The form does the same once more.
      .catch(() => undefined)
      .then(() => isHere && setLooking(false))
    return () => {
      isHere = false
    }
  }, [resumes])

  return {
    asked,
    /** Whether it is not known yet if there is one. */
    isLooking,
    async enter(answer: SignIn | null) {
      if (answer && answer.drafts.length > 0) setAsked(answer)
      else await finish(answer, [])
    },
  }
}
