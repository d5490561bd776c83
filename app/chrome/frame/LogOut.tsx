import { useCallback, useEffect, useState } from 'react'

import { useAccount } from '../../data/device/account.ts'
import { endWords } from '../../data/device/sessionEnd.ts'
import { unsentCount } from '../../data/sessions/unsent.ts'
import { links } from '#shared/links.ts'
import { type Later, later, many, say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LazyAlert } from '../../ui/layers/LazyAlert.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'

const TRY_MS = 5_000
const signingOut = () => import('../../data/sessions/signOut.ts')

type Step = 'looking' | 'sending' | 'asking' | 'gone' | 'discarding' | 'leaving' | 'failed'

/**
 * Logs out, at once without pending changes. Otherwise it syncs for up to five seconds, and asks
 * about the rest: nothing is dropped without a second yes.
 */
export function LogOutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isGone = useAccount()?.ended === 'deleted'
  const [step, setStep] = useState<Step>('looking')
  const [unsent, setUnsent] = useState(0)

  const leave = useCallback(async (mode: 'keep' | 'discard') => {
    setStep('leaving')
    try {
      await (await signingOut()).signOut(mode)
    } catch {
      setStep('failed')
    }
  }, [])

  useEffect(() => {
    if (!isOpen) return
    // Closed meanwhile: late results are ignored.
    let isWanted = true
    async function begin() {
      setStep('looking')
      const before = await unsentCount()
      if (!isWanted) return
      if (isGone) return setStep('gone')
      if (before === 0) return leave('keep')
      setUnsent(before)
      setStep('sending')
      const after = await (await signingOut()).trySend(TRY_MS)
      if (!isWanted) return
      if (after === 0) return leave('keep')
      setUnsent(after)
      setStep('asking')
    }
    // A store that does not answer must not block the log-out: keeping loses nothing.
    begin().catch(() => isWanted && setStep('asking'))
    return () => {
      isWanted = false
    }
  }, [isOpen, leave, isGone])

  function handleCancel() {
    if (step === 'discarding') return setStep('asking')
    // Resets for the next opening.
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
      cancelLabel={say(CANCEL[step] ?? STAY)}
      actions={
        <>
          {step === 'asking' && (
            <>
              <Button variant="primary" onClick={() => void leave('keep')}>
                {t('Log out, keep them locked on this device')}
              </Button>
              <Button variant="danger" onClick={() => setStep('discarding')}>
                {t('Discard them')}
              </Button>
            </>
          )}
          {step === 'gone' && (
            <>
              <LinkButton variant="primary" to={links.account()} onClick={handleCancel}>
                {t('Save a backup')}
              </LinkButton>
              <Button variant="danger" onClick={() => void leave('discard')}>
                {t('Log out without them')}
              </Button>
            </>
          )}
          {step === 'discarding' && (
            <Button variant="danger" onClick={() => void leave('discard')}>
              {t('Discard and log out')}
            </Button>
          )}
          {step === 'failed' && (
            <Button variant="primary" onClick={() => void leave('keep')}>
              {t('Try again')}
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

const CANCEL: Partial<Record<Step, Later>> = {
  discarding: later('Go back'),
  leaving: later('Close'),
}

const STAY = later('Stay signed in')

const WORDS: Record<Step, (count: number) => { title: string; text: string }> = {
  looking: () => ({ title: t('Logging out'), text: '' }),
  leaving: () => ({ title: t('Logging out'), text: t('One moment.') }),
  sending: (count) => ({
    title: many(count, 'Sending {count} change', 'Sending {count} changes'),
    text: t('So that nothing stays behind. This takes at most five seconds.'),
  }),
  asking: (count) => ({
    title: many(
      count,
      '{count} change is only on this device',
      '{count} changes are only on this device',
    ),
    text: many(
      count,
      'The server does not have it yet. Kept here, it is sent when you sign in on this device again; until then nobody sees it.',
      'The server does not have them yet. Kept here, they are sent when you sign in on this device again; until then nobody sees them.',
    ),
  }),
  // Synced data leaves this device at log-out; a deleted account has none left on the server.
  gone: () => ({
    title: endWords('deleted').title,
    text: t(
      'Logging out takes its kits from this device, and nobody else has them all. Save a backup first.',
    ),
  }),
  discarding: (count) => ({
    title: many(count, 'Discard {count} change?', 'Discard {count} changes?'),
    text: many(
      count,
      'The server never got it, so this cannot be undone.',
      'The server never got them, so this cannot be undone.',
    ),
  }),
  failed: () => ({
    title: t('Logging out did not work'),
    text: t('This device could not store it. You are still signed in, and nothing is lost.'),
  }),
}
