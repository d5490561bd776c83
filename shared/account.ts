/**
 * An account: who signs in. The forms' rules, which the screens and the server read from the same
 * schemas, and what the API says of an account to its owner. Loaded by account screens only.
 */
import * as z from 'zod/mini'

import { isStorable } from './kinds/define.ts'
import { saying, t } from './words/words.ts'

export const MIN_USERNAME = 3
/** Why an administrator kept an account out or took something from sight. */
export const MAX_REASON = 500
export const MAX_USERNAME = 30
export const MAX_EMAIL = 254
export const MIN_PASSWORD = 8
/** More than any password manager makes; what is longer is refused, never cut (NIST 800-63B-4). */
export const MAX_PASSWORD = 256

/** The account as its owner's device knows it; nobody else is told the address. */
export interface AccountUser {
  id: string
  username: string
  email: string
  emailVerified: boolean
  isAdmin: boolean
  /** ISO time of an open request to delete the account. */
  deletionRequestedAt: string | null
}

/** A device that is signed in, as the account's owner sees it. */
export interface SignedInDevice {
  id: string
  /** What the browser calls itself: "Chrome on Android". */
  label: string
  createdAt: string
  lastSeenAt: string
  isCurrent: boolean
}

/** What a mailed link is good for. `POST /api/auth/mailed-link`, which spends nothing. */
export interface LinkFacts {
  /** `over` is any link that is too old, replaced by a newer one, or none of ours. */
  state: 'open' | 'used' | 'over'
  /** Whose it is, where that is still known. */
  owner: { username: string; email: string } | null
}

/** What compares usernames: case does not make another one. */
export function usernameKey(username: string): string {
  return username.toLowerCase()
}

/** What compares addresses: trimmed, in one case and one Unicode form. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

const stored = z.refine(
  (value: unknown) => typeof value !== 'string' || isStorable(value),
  saying('This text holds characters that cannot be stored.'),
)

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9_.-]*[A-Za-z0-9]$/

/** 3 to 30 letters, digits, "_", "." and "-", beginning and ending with a letter or a digit. */
export const username = z.string(saying('Username is required')).check(
  z.minLength(MIN_USERNAME, {
    error: () => t('Username must be at least {least} characters', { least: MIN_USERNAME }),
  }),
  z.maxLength(MAX_USERNAME, {
    error: () => t('Username must be at most {most} characters', { most: MAX_USERNAME }),
  }),
  z.regex(
    USERNAME,
    saying(
      'Username may hold letters, digits, "_", "." and "-", and begins and ends with a letter or a digit',
    ),
  ),
)

const NOT_AN_EMAIL = saying('Please enter a valid email address')

/** An address; spaces around it are dropped. */
export const email = z
  .string(NOT_AN_EMAIL)
  .check(z.trim(), z.maxLength(MAX_EMAIL, NOT_AN_EMAIL), z.email(NOT_AN_EMAIL), stored)

/** The one password rule, for registering, resetting and changing. */
export const password = z.string(saying('Password is required')).check(
  z.minLength(MIN_PASSWORD, {
    error: () => t('Password must be at least {least} characters', { least: MIN_PASSWORD }),
  }),
  z.maxLength(MAX_PASSWORD, {
    error: () => t('Password must be at most {most} characters', { most: MAX_PASSWORD }),
  }),
  z.regex(/[a-z]/, saying('Password must contain at least one lowercase letter')),
  z.regex(/[A-Z]/, saying('Password must contain at least one uppercase letter')),
  z.regex(/[0-9]/, saying('Password must contain at least one number')),
  z.regex(/[^A-Za-z0-9]/, saying('Password must contain at least one special character')),
  stored,
)

/** A password that is only compared: whatever was valid when it was chosen. */
const givenPassword = z.string(saying('Password is required')).check(
  z.minLength(1, saying('Password is required')),
  z.maxLength(MAX_PASSWORD, {
    error: () => t('Password must be at most {most} characters', { most: MAX_PASSWORD }),
  }),
)

/** `POST /api/auth/register`. Whatever else a body holds is left out. */
export const registerBody = z.object({ username, email, password })

/** `POST /api/auth/login`: what has an "@" is an address. */
export const loginForm = z.object({
  username: z.string(saying('Username is required')).check(
    z.trim(),
    z.minLength(1, saying('Username is required')),
    z.maxLength(MAX_EMAIL, {
      error: () => t('Username must be at most {most} characters', { most: MAX_EMAIL }),
    }),
    stored,
  ),
  password: givenPassword,
})
export type LoginForm = z.infer<typeof loginForm>

/** `POST /api/auth/forgot-password`. */
export const forgotForm = z.object({ email })

const mailedToken = z.string().check(z.minLength(1), z.maxLength(200))

/** `POST /api/auth/mailed-link`. */
export const linkBody = z.object({ token: mailedToken })

/** `POST /api/auth/reset-password`. */
export const resetBody = z.object({ token: mailedToken, password })

/**
 * `POST /api/auth/verify-email`: the account's password, or a new one from who does not know it
 * because somebody else made the account.
 */
export const verifyBody = z
  .object({
    token: mailedToken,
    password: z.optional(givenPassword),
    newPassword: z.optional(password),
  })
  .check(
    z.refine((body) => (body.password === undefined) !== (body.newPassword === undefined), {
      path: ['password'],
      ...saying('Password is required'),
    }),
  )
export type VerifyBody = z.infer<typeof verifyBody>

/** The field of the verification screen, for who knows the password. */
export const verifyForm = z.object({ password: givenPassword })

/** `POST /api/auth/change-password`. */
export const changePasswordBody = z.object({
  password,
  // Forms send a field nobody filled in as ''.
  currentPassword: z.optional(z.union([z.literal(''), givenPassword])),
})

/** `POST /api/auth/change-email`. */
export const changeEmailForm = z.object({ email, currentPassword: givenPassword })
