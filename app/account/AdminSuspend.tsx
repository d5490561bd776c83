import { useState } from 'react'

import { callApi } from '../store/api.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { LazyAlert } from '../ui/LazyAlert.tsx'
import { toast } from '../ui/toast.ts'
import styles from './account.module.css'
import { Section } from './CardRow.tsx'
import { FormResult } from './FormParts.tsx'
import { useAction } from './useAction.ts'

const FAILED = 'The account could not be changed. Please try again.'

/** Keeps somebody out, or lets them in again, by username. */
export function AdminSuspend({ onDecided }: { onDecided: () => void }) {
  const [username, setUsername] = useState('')
  const [error, setError] = useState('')
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy, failure } = useAction(FAILED)
  const name = username.trim()

  async function set(suspended: boolean) {
    const path = `/api/admin/users/${encodeURIComponent(name)}`
    const isDone = await run(() => callApi('POST', path, { suspended }))
    setAsking(false)
    if (!isDone) return
    toast({ title: suspended ? 'Account suspended' : 'Suspension lifted', text: name })
    setUsername('')
    onDecided()
  }

  /** Calls back when there is a name to work with. */
  function withName(go: () => void) {
    if (name === '') setError('Username is required')
    else go()
  }

  return (
    <Section title="Suspend an account">
      <form
        className={`${styles.form} ${styles.pad}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          withName(() => setAsking(true))
        }}
      >
        <Field
          label="Username"
          hint="A suspended account is signed out and cannot sign in; its kits stay."
          error={error}
        >
          {(control) => (
            <Input
              {...control}
              value={username}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => {
                setUsername(event.target.value)
                setError('')
              }}
            />
          )}
        </Field>
        <FormResult text={failure} />
        <div className={styles.buttons}>
          <Button type="submit" variant="danger" aria-disabled={isBusy}>
            Suspend
          </Button>
          <Button aria-disabled={isBusy} onClick={() => withName(() => void set(false))}>
            Lift suspension
          </Button>
        </div>
      </form>
      <LazyAlert
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        title={`Suspend ${name}?`}
        actions={
          <Button variant="danger" aria-disabled={isBusy} onClick={() => void set(true)}>
            {isBusy ? 'Suspending...' : 'Suspend the account'}
          </Button>
        }
      >
        <p>Signed out everywhere at once. You can lift it here at any time.</p>
      </LazyAlert>
    </Section>
  )
}
