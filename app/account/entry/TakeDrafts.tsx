import { useState } from 'react'

import type { DraftKit, SignIn } from '../../sessions/access.ts'

import { parts } from '#shared/kinds/partCounts.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LazyModal } from '../../ui/LazyModal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from '../account.module.css'
import { FormResult } from '../FormParts.tsx'

/**
 * Whose the drafts of this device are: a shared tablet holds other people's too. Closing it is
 * "Not mine", which changes nothing of them.
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
      setFailure('This device could not store it. Nothing was moved. Please try again.')
      setBusy(false)
    }
  }

  function handleTick(kitId: string, isTicked: boolean) {
    const next = new Set(left)
    if (isTicked) next.delete(kitId)
    else next.add(kitId)
    setLeft(next)
  }

  const count = drafts.length === 1 ? '1 draft' : `${drafts.length} drafts`
  const them = drafts.length === 1 ? 'it' : 'them'
  return (
    <LazyModal
      isOpen
      onClose={() => void handleAnswer([])}
      title={`${count} on this device: add ${them} to your account?`}
      footer={
        <>
          <FormResult text={failure} />
          <div className={styles.buttons}>
            <Button aria-disabled={isBusy} onClick={() => void handleAnswer([])}>
              Not mine
            </Button>
            <Button
              variant="primary"
              aria-disabled={isBusy || chosen.length === 0}
              onClick={() => chosen.length > 0 && void handleAnswer(chosen)}
            >
              {isBusy && <Spinner />}
              Add to my account
            </Button>
          </div>
        </>
      }
    >
      <p className="muted">
        {drafts.length === 1 ? 'It was' : 'They were'} made here before you signed in as{' '}
        <b>{user.username}</b>. What you do not add stays on this device without an account, as it
        is now.
      </p>
      <ul className={`card ${styles.drafts}`}>
        {drafts.map((draft) => (
          <li key={draft.kitId}>
            <Checkbox
              className={styles.draft}
              checked={!left.has(draft.kitId)}
              onChange={(event) => handleTick(draft.kitId, event.target.checked)}
            >
              <b>{draft.name || 'Untitled draft'}</b>
              <span className={`muted small ${styles.message}`}>{describe(draft)}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </LazyModal>
  )
}

function describe({ vehicle, task, lineCount }: DraftKit): string {
  return [vehicle, task, parts(lineCount)].filter(Boolean).join(' / ')
}
