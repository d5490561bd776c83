import { useCallback, useEffect, useState } from 'react'

import { useAccount } from '../device/account.ts'
import { endWords } from '../device/sessionEnd.ts'
import { signOut, trySend, unsentCount } from '../sessions/access.ts'
import { links } from '#shared/links.ts'
import { Button } from '../ui/Button.tsx'
import { LazyAlert } from '../ui/LazyAlert.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { counted } from './syncWords.ts'

const TRY_MS = 5_000

type Step = 'looking' | 'sending' | 'asking' | 'gone' | 'discarding' | 'leaving' | 'failed'

/**
 * Logs out. Without unsent work at once; else it tries to send that for five seconds, and what is
 * left then is the person's to decide about: nothing is dropped without a second yes.
 */
export function LogOutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isGone = useAccount()?.ended === 'deleted'
  const [step, setStep] = useState<Step>('looking')
  const [unsent, setUnsent] = useState(0)

  const leave = useCallback(async (mode: 'keep' | 'discard') => {
    setStep('leaving')
    try {
      await signOut(mode)
    } catch {
      setStep('failed')
    }
  }, [])

  useEffect(() => {
    if (!isOpen) return
    // Closed meanwhile: what was under way then has nothing to say any more.
    let isWanted = true
    async function begin() {
      setStep('looking')
      const before = await unsentCount()
      if (!isWanted) return
      if (isGone) return setStep('gone')
      if (before === 0) return leave('keep')
      setUnsent(before)
      setStep('sending')
      const after = await trySend(TRY_MS)
      if (!isWanted) return
      if (after === 0) return leave('keep')
      setUnsent(after)
      setStep('asking')
    }
    // A store that does not answer must not hold anybody in: keeping loses nothing.
    begin().catch(() => isWanted && setStep('asking'))
    return () => {
      isWanted = false
    }
  }, [isOpen, leave, isGone])

  function handleCancel() {
    if (step === 'discarding') return setStep('asking')
    // The next time begins anew.
    setStep('looking')
    onClose()
  }

  const { title, text } = WORDS[step](unsent)
  const isBusy = step === 'sending' || step === 'leaving'
  return (
    <LazyAlert
      isOpen={isOpen && step !== 'looking'}
      onCancel={handleCancel}
      title={title}
      cancelLabel={CANCEL[step] ?? 'Stay signed in'}
      actions={
        <>
          {step === 'asking' && (
            <>
              <Button variant="primary" onClick={() => void leave('keep')}>
                Log out, keep them locked on this device
              </Button>
              <Button variant="danger" onClick={() => setStep('discarding')}>
                Discard them
              </Button>
            </>
          )}
          {step === 'gone' && (
            <>
              <LinkButton variant="primary" to={links.account()} onClick={handleCancel}>
                Save a backup
              </LinkButton>
              <Button variant="danger" onClick={() => void leave('discard')}>
                Log out without them
              </Button>
            </>
          )}
          {step === 'discarding' && (
            <Button variant="danger" onClick={() => void leave('discard')}>
              Discard and log out
            </Button>
          )}
          {step === 'failed' && (
            <Button variant="primary" onClick={() => void leave('keep')}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <p role="status" className={isBusy ? 'row' : ''}>
        {isBusy && <Spinner />}
        <span>{text}</span>
      </p>
    </LazyAlert>
  )
}

const CANCEL: Partial<Record<Step, string>> = { discarding: 'Go back', leaving: 'Close' }

const are = (count: number) => (count === 1 ? 'is' : 'are')
const them = (count: number) => (count === 1 ? 'it' : 'them')

const WORDS: Record<Step, (count: number) => { title: string; text: string }> = {
  looking: () => ({ title: 'Logging out', text: '' }),
  leaving: () => ({ title: 'Logging out', text: 'One moment.' }),
  sending: (count) => ({
    title: `Sending ${counted(count, 'change')}`,
    text: 'So that nothing stays behind. This takes at most five seconds.',
  }),
  asking: (count) => ({
    title: `${counted(count, 'change')} ${are(count)} only on this device`,
    text: `The server does not have ${them(count)} yet. Kept here, ${count === 1 ? 'it is' : 'they are'} sent when you sign in on this device again; until then nobody sees ${them(count)}.`,
  }),
  // What the server had leaves this device with a log-out; of this account the server has nothing.
  gone: () => ({
    title: endWords('deleted').title,
    text: 'Logging out takes its kits from this device, and nobody else has them all. Save a backup first.',
  }),
  discarding: (count) => ({
    title: `Discard ${counted(count, 'change')}?`,
    text: `The server never got ${them(count)}, so this cannot be undone.`,
  }),
  failed: () => ({
    title: 'Logging out did not work',
    text: 'This device could not store it. You are still signed in, and nothing is lost.',
  }),
}
