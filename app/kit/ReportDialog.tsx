import { useState } from 'react'

import type { ShownComment } from '../store/comments.ts'

import { cleanText } from '#shared/define.ts'
import { reportComment } from '../store/comments.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { LazyModal } from '../ui/LazyModal.tsx'
import { LazyMarkup } from '../ui/LazyMarkup.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'
import styles from './Comments.module.css'
import { failureText } from './failureText.ts'

const MAX_REASON = 500

/** Tells the administrators of a comment, with a reason or without. */
export function ReportDialog({
  comment,
  onClose,
}: {
  comment: ShownComment | null
  onClose: () => void
}) {
  // Stays while the dialog closes.
  const [shown, setShown] = useState(comment)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  if (comment && comment.id !== shown?.id) {
    setShown(comment)
    setReason('')
    setProblem('')
  }

  async function handleSend() {
    if (!comment || isSending) return
    setSending(true)
    setProblem('')
    try {
      await reportComment(comment.id, cleanText(reason).trim())
      onClose()
      setReason('')
      toast({ title: 'Comment reported', text: 'An administrator will look at it.' })
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <LazyModal
      isOpen={comment !== null}
      onClose={onClose}
      title="Report comment"
      footer={
        <div className={styles.dialogButtons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" aria-disabled={isSending} onClick={() => void handleSend()}>
            {isSending ? 'Sending...' : 'Send report'}
          </Button>
        </div>
      }
    >
      {shown && (
        <div className={styles.reported}>
          <b>{shown.author}</b>
          <LazyMarkup text={shown.text} />
        </div>
      )}
      <Field label="Reason" isOptional>
        {(control) => (
          <TextArea
            {...control}
            value={reason}
            maxLength={MAX_REASON}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </LazyModal>
  )
}
