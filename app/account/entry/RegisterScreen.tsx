import { useId } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { registerForm } from '#shared/newPassword.ts'
import { later, say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { useAccount } from '../../data/device/account.ts'
import { ApiError, callApi } from '../../data/api/api.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { EXACT } from '../../ui/controls/Input.tsx'
import { CheckIcon, CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/browser/toast.ts'
import styles from '../../forms/forms.module.css'
import { callWords, serverWords } from '../../forms/failureWords.ts'
import { Column, EmailField, FormCard, TextField } from '../../forms/FormParts.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { nextPath } from './nextPath.ts'
import { SignedIn } from './SignedIn.tsx'
import { type Availability, useAvailability } from './useAvailability.ts'
import { useForm } from '../../forms/useForm.ts'
import { classes } from '../../ui/look/classes.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'

const EMPTY = {
  username: '',
  email: '',
  emailConfirm: '',
  password: '',
  passwordConfirm: '',
  termsAccepted: false,
}
const FAILED = later('An error occurred during registration')
const failed = {
  title: later('Registration failed'),
  text: (error: unknown) => serverWords(error, say(FAILED)),
  note: (error: unknown) => callWords(error, say(FAILED)),
}

export function RegisterScreen() {
  const navigate = useNavigate()
  const next = nextPath(useLocation().search)
  const account = useAccount()
  const form = useForm({ schema: registerForm, initial: EMPTY, failed, send })
  const { is: availability, ask } = useAvailability(form.values.username)

  const isTaken = availability.state === 'taken'
  // Without repeating the availability message.
  const others = form
    .problemsOf('username')
    .filter((problem) => !isTaken || problem !== availability.reason)

  async function send({ username, email, password }: typeof EMPTY) {
    const name = await ask(username)
    if (name.state === 'taken') {
      form.refuse('username', name.reason)
      return
    }
    try {
      await callApi('POST', '/api/auth/register', { username, email: email.trim(), password })
    } catch (error) {
      if (error instanceof ApiError && /already exists/i.test(error.sentence)) void ask(username)
      throw error
    }
    toast({
      title: t('Registration successful'),
      text: t('Please check your email to verify your account.'),
    })
    // Back must not lead to the finished form.
    void navigate(links.login(next), { replace: true, state: { username } })
  }

  if (account && !account.isExpired) {
    return <SignedIn title={t('Create Account')} username={account.username} next={next} />
  }
  return (
    <Column
      title={t('Create Account')}
      text={t('Building works without one. An account saves your kits.')}
    >
      <FormCard
        form={form}
        submit={t('Create Account')}
        pending={t('Creating account...')}
        offline={t('An account is made on the server. What you type stays here until you leave.')}
      >
        <TextField
          form={form}
          name="username"
          label={t('Username')}
          hint={<AvailabilityText is={availability} />}
          shown={others}
          isInvalid={isTaken}
          autoComplete="username"
          {...EXACT}
        />
        <EmailField form={form} name="email" label={t('Email')} />
        <EmailField form={form} name="emailConfirm" label={t('Confirm email')} />
        <NewPasswordFields form={form} owner={form.values} />
        <TermsBox
          isAccepted={form.values.termsAccepted}
          problem={form.problemsOf('termsAccepted')[0]}
          onAccept={(isAccepted) => form.set('termsAccepted', isAccepted)}
        />
        <p className="muted small">
          <T
            text="We keep your username, email and kits, and show others your username only. <privacy>Privacy Policy</privacy>"
            privacy={(text) => (
              <Link to={links.privacy()} target="_blank" rel="noopener">
                {text}
              </Link>
            )}
          />
        </p>
      </FormCard>
      <div className={styles.below}>
        <p className="muted">{t('Already have an account?')}</p>
        <LinkButton to={links.login(next)}>{t('Sign In')}</LinkButton>
      </div>
    </Column>
  )
}

/** Links open in a new tab: leaving this page would lose the input. */
function TermsBox({
  isAccepted,
  problem,
  onAccept,
}: {
  isAccepted: boolean
  problem: string | undefined
  onAccept: (isAccepted: boolean) => void
}) {
  const errorId = useId()
  return (
    <div className={styles.terms}>
      <Checkbox
        name="termsAccepted"
        required
        checked={isAccepted}
        onChange={(event) => onAccept(event.target.checked)}
        {...(problem && { 'aria-invalid': true, 'aria-describedby': errorId })}
      >
        <T
          text="I accept the <terms>Terms of Service</terms> and I am at least 13 years old."
          terms={(text) => (
            <Link to={links.terms()} target="_blank" rel="noopener">
              {text}
            </Link>
          )}
        />
      </Checkbox>
      {problem && (
        <p className={styles.termsError} id={errorId}>
          <CircleAlertIcon />
          {problem}
        </p>
      )}
    </div>
  )
}

const WORDS = {
  unasked: later('3 to 30 letters, digits, "_", "." or "-". Others see it beside your comments.'),
  asking: later('Checking...'),
  free: later('Available'),
  noSignal: later('The name is checked when there is a signal.'),
  unknown: later('The name is checked when you create the account.'),
}

/** Availability of the username, announced politely as it changes. */
function AvailabilityText({ is }: { is: Availability }) {
  const isTaken = is.state === 'taken'
  const isFree = is.state === 'free'
  const words = isTaken ? is.reason : say(WORDS[is.state])
  return (
    <span
      className={classes(styles.availability, isFree && styles.good, isTaken && styles.bad)}
      role="status"
      aria-label={t('Username availability')}
    >
      {isFree && <CheckIcon />}
      {isTaken && <CircleAlertIcon />}
      <span>
        {(isFree || isTaken) && <VisuallyHidden>{t('Username:')} </VisuallyHidden>}
        {words}
      </span>
    </span>
  )
}
