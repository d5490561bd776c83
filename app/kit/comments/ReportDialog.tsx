import { useState } from 'react'

import { cleanText } from '#shared/define.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { LazyMarkup } from '../../ui/text/LazyMarkup.tsx'
import { TextArea } from '../../ui/controls/Input.tsx'
import { toast } from '../../ui/browser/toast.ts'
import styles from './Comments.module.css'
import { failureText } from './failureText.ts'

const MAX_REASON = 500

/** Reported comment or kit. */
export interface Reported {
  id: string
  /** Author's name, or the kit's. */
  name: string
  text: string
}

/** Reports a comment or a kit to the administrators, with or without a reason. */
export function ReportDialog({
  noun,
  reported,
  send,
  onClose,
}: {
  noun: 'comment' | 'kit'
  reported: Reported | null
  send: (id: string, reason: string) => Promise<void>
  onClose: () => void
}) {
  // Keeps the content while the dialog closes.
  const [shown, setShown] = useState(reported)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  if (reported && reported.id !== shown?.id) {
    setShown(reported)
    setReason('')
    setProblem('')
  }

  async function handleSend() {
    if (!reported || isSending) return
    setSending(true)
    setProblem('')
    try {
      await send(reported.id, cleanText(reason).trim())
      onClose()
      setReason('')
      const title = noun === 'kit' ? t('Kit reported') : t('Comment reported')
      toast({ title, text: t('An administrator will look at it.') })
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <LazyModal
      isOpen={reported !== null}
      onClose={onClose}
      title={noun === 'kit' ? t('Report kit') : t('Report comment')}
      footer={
        <div className={styles.dialogButtons}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" aria-disabled={isSending} onClick={() => void handleSend()}>
            {isSending ? t('Sending...') : t('Send report')}
          </Button>
        </div>
      }
    >
      {shown && (
        <div className={styles.reported}>
          <b>{shown.name}</b>
          {shown.text && <LazyMarkup text={shown.text} />}
        </div>
      )}
      <Field label={t('Reason')} isOptional>
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
        <p className={`small ${styles.problem}`} role="alert">
          {problem}
        </p>
      )}
    </LazyModal>
  )
}
