/**
 * Guessable passwords, judged alike by screens and server, and the forms that set one. Separate
 * from shared/account.ts: signing in sets none.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import * as z from 'zod/mini'

import { email, password, username } from './account.ts'
import words from './commonWords.json' with { type: 'json' }
import { later, type Later, say, saying } from './words/words.ts'

/** Owner of the password; '' for unknown fields. */
export interface PasswordOwner {
  username: string
  email: string
}

export const NOBODY: PasswordOwner = { username: '', email: '' }

/** Shorter names occur in words by chance. */
const MIN_CONTEXT = 4

/** Fewest guesses allowed: zxcvbn's "safely unguessable" starts here. */
const FEWEST = 1e8
/** Judged characters: a hostile password must not block the server for more than 20 ms. */
const JUDGED = 24

const estimator = new ZxcvbnFactory({
  dictionary: { common: words.common.split(' '), own: words.own.split(' ') },
  graphs: adjacencyGraphs,
  maxLength: JUDGED,
  l33tMaxSubstitutions: 10,
})

const IS_COMMON = later(
  'This password is among the first that guessers try. Add a word or two that have nothing to do with it.',
)
/** Sentences by the main pattern of a password. */
const TRIED_FIRST: Record<string, Later> = {
  spatial: later('Rows of keys are among the first that guessers try. Use a few words instead.'),
  sequence: later(
    'Sequences such as "abc" or "123" are among the first that guessers try. Use a few words instead.',
  ),
  repeat: later('Repeats are among the first that guessers try. Use a few words instead.'),
  date: later('Dates are among the first that guessers try. Use a few words instead.'),
}

const HOLDS_NAME = later(
  'Password must not contain your username, your email address or "Wrenchlist"',
)

/** Why a password is easy to guess: it is tried early, or contains public account data. */
export function guessableProblem(password: string, owner: PasswordOwner): string | null {
  const given = password.normalize('NFKC').toLowerCase()
  const names = [owner.username, owner.email.trim().split('@')[0] ?? '']
    .filter((name) => name.length >= MIN_CONTEXT)
    .map((name) => name.toLowerCase())
  if ([...names, 'wrenchlist'].some((name) => given.includes(name))) return say(HOLDS_NAME)
  return given === '' ? null : triedFirst(given)
}

function triedFirst(given: string): string | null {
  // Symbols around a word are common: each counts as one digit, except in a repeat.
  const bare = /[\p{L}\p{N}].*[\p{L}\p{N}]/su.exec(given)?.[0] ?? given
  let judged = estimator.check(bare)
  if (judged.guesses * 10 ** (given.length - bare.length) >= FEWEST) judged = estimator.check(given)
  if (judged.guesses >= FEWEST) return null
  const [most] = judged.sequence.sort((a, b) => b.token.length - a.token.length)
  return say(TRIED_FIRST[most?.pattern ?? ''] ?? IS_COMMON)
}

const equal = (a: string, b: string, message: Later) =>
  z.refine<Record<string, unknown>>((form) => form[a] === form[b], {
    path: [b],
    error: () => say(message),
  })

/** @param ownerOf owner of the password in a form */
const hardToGuess = <Form extends { password: string }>(ownerOf: (form: Form) => PasswordOwner) =>
  z.check<Form>((form) => {
    const { value: typed, issues } = form
    const message = guessableProblem(typed.password, ownerOf(typed))
    if (message === null) return
    issues.push({ code: 'custom', input: typed, path: ['password'], message, continue: true })
  })

/** Form of Create Account. */
export const registerForm = z
  .object({
    username,
    email,
    emailConfirm: email,
    password,
    passwordConfirm: z.string(),
    termsAccepted: z.boolean(),
  })
  .check(
    equal('email', 'emailConfirm', later("Email addresses don't match")),
    equal('password', 'passwordConfirm', later("Passwords don't match")),
    hardToGuess((form) => form),
    z.refine((form) => form.termsAccepted, {
      path: ['termsAccepted'],
      ...saying('You must accept the Terms of Service'),
    }),
  )

/** Form of Reset Password and Change Password. @param owner known account data */
export const newPasswordForm = (owner: PasswordOwner) =>
  z.object({ password, passwordConfirm: z.string() }).check(
    equal('password', 'passwordConfirm', later("Passwords don't match")),
    hardToGuess(() => owner),
  )
