import { type ReactNode, useEffect, useState } from 'react'

import { PROOF_HEADER } from '#shared/secondFactor.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { ApiError, proveBy } from '../../data/api/api.ts'
import { askLogOut } from '../../data/sessions/logOut.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'
import { CANCELLED } from '../../forms/failureWords.ts'
import { CONFIRM, ProofDialog } from './ProofDialog.tsx'

interface Asked {
  id: number
  refusal: ApiError
  give: (proof: Record<string, string>) => void
  cancel: () => void
}

/**
 * Provides proofs for the calls of its screens: asks for one on `proof_needed`, and repeats the
 * call. Without a proof the call ends as cancelled.
 */
export function Proving({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked[]>([])
  const [isSecondNeeded, setSecondNeeded] = useState(false)
  const [first] = asked

  useEffect(() => {
    const all: Asked[] = []
    proveBy((refusal, path) => {
      if (refusal.code === 'second_factor_needed') setSecondNeeded(true)
      // The proof's own call shows its refusals itself.
      if (refusal.code !== 'proof_needed' || path === CONFIRM) return Promise.reject(refusal)
      const answer = { code: CANCELLED, error: refusal.sentence }
      return new Promise((give, reject) => {
        const cancel = () => reject(new ApiError(403, CANCELLED, answer))
        const one = { id: all.length, refusal, give, cancel }
        all.push(one)
        setAsked((before) => [...before, one])
      })
    })
    return () => {
      proveBy(null)
      for (const { cancel } of all) cancel()
    }
  }, [])

  function end(act: () => void) {
    act()
    setAsked(([, ...others]) => others)
  }

  if (isSecondNeeded) return <SecondNeeded />
  return (
    <>
      {children}
      {first && (
        <ProofDialog
          key={first.id}
          refusal={first.refusal}
          onProof={(proof) => end(() => first.give({ [PROOF_HEADER]: proof }))}
          onCancel={() => end(first.cancel)}
        />
      )}
    </>
  )
}

function SecondNeeded() {
  useTitle(t('Second factor needed'))
  return (
    <Notice
      title={t('Second factor needed')}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={`${links.account()}#two-step`}>
            {t('Set it up in My Account')}
          </LinkButton>
          <Button size="l" onClick={askLogOut}>
            {t('Log Out')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'These pages are for administrators who signed in with a second factor: a passkey or an app’s code. Set one up and come back; if you have one, log out and sign in with it.',
        )}
      </p>
    </Notice>
  )
}
