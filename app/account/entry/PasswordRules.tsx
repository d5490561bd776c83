/** The one password rule, taken apart, so that each part ticks off while it is typed. */
import { MIN_PASSWORD, password as passwordRule } from '#shared/account.ts'
import { guessableProblem, type PasswordOwner } from '#shared/newPassword.ts'
import { t } from '#shared/words/words.ts'
import { classes } from '../../ui/look/classes.ts'
import { CheckIcon, CircleAlertIcon, CircleIcon } from '../../ui/blocks/icons.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import styles from '../../forms/forms.module.css'

/** Labels of the parts; error messages are the schema's. */
const partsOfRule = () => [
  {
    message: t('Password must be at least {least} characters', { least: MIN_PASSWORD }),
    name: t('At least {least} characters', { least: MIN_PASSWORD }),
  },
  {
    message: t('Password must contain at least one lowercase letter'),
    name: t('One lowercase letter'),
  },
  {
    message: t('Password must contain at least one uppercase letter'),
    name: t('One uppercase letter'),
  },
  { message: t('Password must contain at least one number'), name: t('One number') },
  {
    message: t('Password must contain at least one special character'),
    name: t('One special character, such as ! or a space'),
  },
]

/** Problems that no part covers. */
export function otherProblems(problems: string[], password: string, owner: PasswordOwner) {
  const told = [...partsOfRule().map(({ message }) => message), guessableProblem(password, owner)]
  return problems.filter((problem) => !told.includes(problem))
}

/** @param props.problems of the form; their parts are shown as errors */
export function PasswordRules({
  id,
  password,
  owner,
  problems,
}: {
  id: string
  password: string
  owner: PasswordOwner
  problems: string[]
}) {
  const parsed = passwordRule.safeParse(password)
  const missing = new Set(parsed.success ? [] : parsed.error.issues.map(({ message }) => message))
  const guessable = guessableProblem(password, owner)
  const parts = [
    ...partsOfRule().map((part) => ({ ...part, isMet: !missing.has(part.message) })),
    // An empty password is not guessable, but no success either.
    {
      name: t('Hard to guess: without your name, and not a common one'),
      message: guessable ?? '',
      isMet: password !== '' && !guessable,
    },
  ]
  return (
    <ul className={styles.rules} id={id} aria-label={t('What the password needs')}>
      {parts.map(({ message, name, isMet }) => {
        const isFault = problems.includes(message)
        return (
          <li key={name} className={classes(isMet && styles.met, isFault && styles.unmet)}>
            {isMet ? <CheckIcon /> : isFault ? <CircleAlertIcon /> : <CircleIcon />}
            <span>
              {isMet && <VisuallyHidden>{t('Done:')} </VisuallyHidden>}
              {isFault ? message : name}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
