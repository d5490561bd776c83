/**
 * What a password must not be, whatever letters it has: the screens and the server ask the same. And
 * the forms that set one. Apart from shared/account.ts, because who signs in sets none.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import * as z from 'zod/mini'

import { email, password, username } from './account.ts'
import words from './commonWords.json' with { type: 'json' }
import { later, type Later, say, saying } from './words/words.ts'

/** Whose password it is, as far as that is known: ''. */
export interface PasswordOwner {
  username: string
  email: string
}

export const NOBODY: PasswordOwner = { username: '', email: '' }

/** Shorter names occur in words by chance. */
const MIN_CONTEXT = 4

/** Fewer guesses than this is no password: what the estimator calls "safely unguessable" begins here. */
const FEWEST = 1e8
/** A hostile password must not keep the server: its first letters are judged, in 20 ms at most. */
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
/** By what most of a password is made of. */
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

/** Why a password is easy to guess: it is tried early, or holds what everybody knows of its account. */
export function guessableProblem(password: string, owner: PasswordOwner): string | null {
  const given = password.normalize('NFKC').toLowerCase()
  const names = [owner.username, owner.email.trim().split('@')[0] ?? '']
    .filter((name) => name.length >= MIN_CONTEXT)
    .map((name) => name.toLowerCase())
  if ([...names, 'wrenchlist'].some((name) => given.includes(name))) return say(HOLDS_NAME)
  return given === '' ? null : triedFirst(given)
}

function triedFirst(given: string): string | null {
  // Marks around a word are what everybody adds: each counts as one more digit, but in a repeat.
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

/** @param ownerOf whose password a form sets */
const hardToGuess = <Form extends { password: string }>(ownerOf: (form: Form) => PasswordOwner) =>
  z.check<Form>((form) => {
    const { value: typed, issues } = form
    const message = guessableProblem(typed.password, ownerOf(typed))
    if (message === null) return
    issues.push({ code: 'custom', input: typed, path: ['password'], message, continue: true })
  })

/** The fields of Create Account. */
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

/** The fields of Reset Password and Change Password. @param owner what is known of the account */
export const newPasswordForm = (owner: PasswordOwner) =>
  z.object({ password, passwordConfirm: z.string() }).check(
    equal('password', 'passwordConfirm', later("Passwords don't match")),
    hardToGuess(() => owner),
  )
