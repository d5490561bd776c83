/** The one password rule, taken apart, so that each part ticks off while it is typed. */
import type { PasswordOwner } from '#shared/newPassword.ts'

import { password as passwordRule } from '#shared/account.ts'
import { guessableProblem } from '#shared/newPassword.ts'
import { classes } from '../../ui/classes.ts'
import { CheckIcon, CircleAlertIcon, CircleIcon } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from '../account.module.css'

const needs = (what: string) => `Password must contain at least one ${what}`

/** How each part is called before it is missed; the messages are those of the schema. */
const PARTS = [
  { message: 'Password must be at least 8 characters', name: 'At least 8 characters' },
  { message: needs('lowercase letter'), name: 'One lowercase letter' },
  { message: needs('uppercase letter'), name: 'One uppercase letter' },
  { message: needs('number'), name: 'One number' },
  { message: needs('special character'), name: 'One special character, such as ! or a space' },
]
const HARD_TO_GUESS = 'Hard to guess: without your name, and not a common one'

/** The problems that no part of the list speaks for. */
export function otherProblems(problems: string[], password: string, owner: PasswordOwner) {
  const told = [...PARTS.map(({ message }) => message), guessableProblem(password, owner)]
  return problems.filter((problem) => !told.includes(problem))
}

/** @param props.problems what the form says of the password; those parts are told as faults */
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
    ...PARTS.map((part) => ({ ...part, isMet: !missing.has(part.message) })),
    // Nothing typed is nothing to guess, but nothing done either.
    { name: HARD_TO_GUESS, message: guessable ?? '', isMet: password !== '' && !guessable },
  ]
  return (
    <ul className={styles.rules} id={id} aria-label="What the password needs">
      {parts.map(({ message, name, isMet }) => {
        const isFault = problems.includes(message)
        return (
          <li key={name} className={classes(isMet && styles.met, isFault && styles.unmet)}>
            {isMet ? <CheckIcon /> : isFault ? <CircleAlertIcon /> : <CircleIcon />}
            <span>
              {isMet && <VisuallyHidden>Done: </VisuallyHidden>}
              {isFault ? message : name}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
