import type { Account } from '../../data/device/account.ts'

import { useId, useState } from 'react'

import * as z from 'zod/mini'

import { usernameKey } from '#shared/account.ts'
import { later, say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { callApi } from '../../data/api/api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EXACT } from '../../ui/controls/Input.tsx'
import { TrashIcon } from '../../ui/blocks/icons.tsx'
import { LazyAlert } from '../../ui/layers/LazyAlert.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { Section } from '../../forms/CardRow.tsx'
import { callWords } from '../../forms/failureWords.ts'
import { FormResult, TextField } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { useForm } from '../../forms/useForm.ts'

const EMPTY = { typed: '' }
const FAILED = later('Failed to submit account deletion request. Please try again.')
const failed = {
  title: later('Error'),
  text: () => say(FAILED),
  note: (error: unknown) => callWords(error, say(FAILED)),
}

/** Requests the account's deletion, or withdraws the request. */
export function DeleteAccount({ account }: { account: Account }) {
  const [isAsking, setAsking] = useState(false)
  const now = useNow()
  const withdrawal = useAction(t('The request could not be withdrawn. Please try again.'))

  async function handleWithdraw() {
    const said = { title: t('Request withdrawn'), text: t('Your account stays as it is.') }
    await withdrawal.run(async () => {
      await callApi('DELETE', '/api/request-account-deletion')
      await showRequest().catch(() => undefined)
    }, said)
  }

  return (
    <Section title={t('Delete account')} name="delete">
      <div className={`${styles.pad} ${styles.text}`}>
        {account.deletionRequestedAt ? (
          <>
            <p>
              <b>
                {t('You asked for deletion {time}.', {
                  time: dayAndTime(Date.parse(account.deletionRequestedAt), now),
                })}
              </b>
            </p>
            <p className="muted small">
              {t('An administrator looks at it. Until then everything works as before.')}
            </p>
            <Button aria-disabled={withdrawal.isBusy} onClick={() => void handleWithdraw()}>
              {withdrawal.isBusy ? t('Withdrawing...') : t('Withdraw request')}
            </Button>
            <FormResult text={withdrawal.failure} />
          </>
        ) : (
          <>
            <p className="muted small">
              {t('We review each request. Your email is kept for at most 30 days after deletion.')}
            </p>
            <Button variant="danger" onClick={() => setAsking(true)}>
              <TrashIcon />
              {t('Delete Account')}
            </Button>
          </>
        )}
      </div>
      {isAsking && <AskDeletion account={account} onClose={() => setAsking(false)} />}
    </Section>
  )
}

async function showRequest(): Promise<void> {
  await (await import('../../data/sessions/signIn.ts')).refreshAccount()
}

function AskDeletion({ account, onClose }: { account: Account; onClose: () => void }) {
  const formId = useId()
  const form = useForm({ schema: deletionForm(account.username), initial: EMPTY, failed, send })

  async function send() {
    const { username, email } = account
    await callApi('POST', '/api/request-account-deletion', { username, email })
    // Shows the request, which exists either way.
    await showRequest().catch(() => undefined)
    toast({ title: t('Account deletion requested'), text: t('An administrator looks at it.') })
    onClose()
  }

  return (
    <LazyAlert
      isOpen
      onCancel={onClose}
      title={t('Delete your account?')}
      fields={
        <form {...form.formProps} id={formId} className={styles.form}>
          <TextField
            form={form}
            name="typed"
            label={t('Type your username, {username}, to confirm', { username: account.username })}
            autoComplete="off"
            {...EXACT}
          />
          <FormResult text={form.failure} />
        </form>
      }
      actions={
        <Button type="submit" form={formId} variant="danger" aria-disabled={form.isPending}>
          {form.isPending ? t('Sending...') : t('Request deletion')}
        </Button>
      }
    >
      <p>{t('The request goes to the administrators. Once they agree:')}</p>
      <ul className={styles.bullets}>
        <li>{t('Your username, email and password are erased, within 30 days at most.')}</li>
        <li>
          <T text="Your kits go. Public kits that others commented on or copied stay, by “deleted user”." />
        </li>
        <li>{t('Your comments stay, by “deleted user”.')}</li>
      </ul>
      <p>{t('You can withdraw the request until then.')}</p>
    </LazyAlert>
  )
}

/** The account's username, typed. */
const deletionForm = (name: string) =>
  z.object({
    typed: z.string().check(
      z.refine((typed: string) => usernameKey(typed.trim()) === usernameKey(name), {
        error: () => t('Type {username} to confirm', { username: name }),
      }),
    ),
  })
