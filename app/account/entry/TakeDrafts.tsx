import { useState } from 'react'

import type { DraftKit, SignIn } from '../../data/sessions/signIn.ts'

import { parts } from '#shared/kinds/partCounts.ts'
import { many, t, worded } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { T } from '../../ui/words/T.tsx'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import styles from '../../forms/forms.module.css'
import { FormResult } from '../../forms/FormParts.tsx'

/**
 * Asks whose the device's drafts are: a shared tablet may hold other people's. Closing means
 * "Not mine", which changes nothing.
 */
export function TakeDrafts({
  answer: { drafts, user },
  onAnswer,
}: {
  answer: SignIn
  onAnswer: (kitIds: string[]) => Promise<void>
}) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const chosen = drafts.filter(({ kitId }) => !left.has(kitId)).map(({ kitId }) => kitId)

  async function handleAnswer(kitIds: string[]) {
    if (isBusy) return
    setBusy(true)
    setFailure('')
    try {
      await onAnswer(kitIds)
    } catch {
      setFailure(t('This device could not store it. Nothing was moved. Please try again.'))
      setBusy(false)
    }
  }

  function handleTick(kitId: string, isTicked: boolean) {
    const next = new Set(left)
    if (isTicked) next.delete(kitId)
    else next.add(kitId)
    setLeft(next)
  }

  return (
    <LazyModal
      isOpen
      onClose={() => void handleAnswer([])}
      title={many(
        drafts.length,
        '{count} draft on this device: add it to your account?',
        '{count} drafts on this device: add them to your account?',
      )}
      footer={
        <>
          <FormResult text={failure} />
          <div className={styles.buttons}>
            <Button aria-disabled={isBusy} onClick={() => void handleAnswer([])}>
              {t('Not mine')}
            </Button>
            <Button
              variant="primary"
              aria-disabled={isBusy || chosen.length === 0}
              onClick={() => chosen.length > 0 && void handleAnswer(chosen)}
            >
              {isBusy && <Spinner />}
              {t('Add to my account')}
            </Button>
          </div>
        </>
      }
    >
      <p className="muted">
        <T
          count={drafts.length}
          one="It was made here before you signed in as <b>{name}</b>. What you do not add stays on this device without an account, as it is now."
          text="They were made here before you signed in as <b>{name}</b>. What you do not add stays on this device without an account, as it is now."
          name={user.username}
        />
      </p>
      <ul className={`card ${styles.drafts}`}>
        {drafts.map((draft) => (
          <li key={draft.kitId}>
            <Checkbox
              className={styles.draft}
              checked={!left.has(draft.kitId)}
              onChange={(event) => handleTick(draft.kitId, event.target.checked)}
            >
              <b>{draft.title}</b>
              <span className={`muted small ${styles.message}`}>{describe(draft)}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </LazyModal>
  )
}

function describe({ vehicle, task, lineCount }: DraftKit): string {
  return [vehicle, worded(task), parts(lineCount)].filter(Boolean).join(' / ')
}
