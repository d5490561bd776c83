/**
 * Accounts: form schemas shared by the screens and the server, and the API's view of an account for
 * its owner. Loaded by account screens only.
 */
import * as z from 'zod/mini'

import { isStorable } from './define.ts'
import { ROLES } from './roles.ts'
import { secondProof } from './secondFactor.ts'
import { saying, t } from './words/words.ts'

export const MIN_USERNAME = 3
/** Limit for an administrator's reason to suspend an account or hide something. */
export const MAX_REASON = 500
export const MAX_USERNAME = 30
export const MAX_EMAIL = 254
export const MIN_PASSWORD = 8
/** Above any password manager's output; longer ones are refused, never cut (NIST 800-63B-4). */
export const MAX_PASSWORD = 256

export const withRole = {
  isAdmin: z.boolean(),
  /** Absent in accounts stored before there were roles. */
  role: z.exactOptional(z.nullable(z.enum(ROLES))),
}

/** An account as its owner's device knows it; nobody else gets the address. */
export const accountUser = z.object({
  ...withRole,
  id: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** ISO time of an open deletion request. */
  deletionRequestedAt: z.nullable(z.string()),
})
export type AccountUser = z.infer<typeof accountUser>

export const signedInDevice = z.object({
  id: z.string(),
  /** From the user agent: "Chrome on Android". */
  label: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDevice>

/** State of a mailed link. `POST /api/auth/mailed-link`, which does not use it up. */
export const linkFacts = z.object({
  /** `over`: too old, replaced by a newer one, or not ours. */
  state: z.enum(['open', 'used', 'over']),
  /** Owner of the link, where still known. */
  owner: z.nullable(z.object({ username: z.string(), email: z.string() })),
})
export type LinkFacts = z.infer<typeof linkFacts>

/** Comparison key of a username: case-insensitive. */
export function usernameKey(username: string): string {
  return username.toLowerCase()
}

/** Comparison key of an address: trimmed, NFC, lower case. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

const stored = z.refine(
  (value: unknown) => typeof value !== 'string' || isStorable(value),
  saying('This text holds characters that cannot be stored.'),
)

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9_.-]*[A-Za-z0-9]$/

/** 3 to 30 letters, digits, "_", "." and "-", starting and ending with a letter or digit. */
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

/** An address; surrounding spaces are trimmed. */
export const email = z
  .string(NOT_AN_EMAIL)
  .check(z.trim(), z.maxLength(MAX_EMAIL, NOT_AN_EMAIL), z.email(NOT_AN_EMAIL), stored)

/** The password rule for registering, resetting and changing. */
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

/** A password to compare only: rules may have been different when it was set. */
const givenPassword = z.string(saying('Password is required')).check(
  z.minLength(1, saying('Password is required')),
  z.maxLength(MAX_PASSWORD, {
    error: () => t('Password must be at most {most} characters', { most: MAX_PASSWORD }),
  }),
)

/** `POST /api/auth/register`. Other fields of the body are dropped. */
export const registerBody = z.object({ username, email, password })

/** `POST /api/auth/login`: a username with "@" is an address. */
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

/** `loginForm` with the second factor, once it was asked for. */
export const loginBody = z.extend(loginForm, { second: z.optional(secondProof) })

/** `POST /api/auth/forgot-password`. */
export const forgotForm = z.object({ email })

const mailedToken = z.string().check(z.minLength(1), z.maxLength(200))

/** `POST /api/auth/mailed-link`. */
export const linkBody = z.object({ token: mailedToken })

/** `POST /api/auth/reset-password`. */
export const resetBody = z.object({ token: mailedToken, password })

/**
 * `POST /api/auth/verify-email`: the account's password, or a new one for a person who does not
 * know it because somebody else created the account.
 */
export const verifyBody = z
  .object({
    token: mailedToken,
    password: z.optional(givenPassword),
    newPassword: z.optional(password),
    second: z.optional(secondProof),
  })
  .check(
    z.refine((body) => (body.password === undefined) !== (body.newPassword === undefined), {
      path: ['password'],
      ...saying('Password is required'),
    }),
  )
export type VerifyBody = z.infer<typeof verifyBody>

/** Form of the verification screen, when the password is known. */
export const verifyForm = z.object({ password: givenPassword })

/** `POST /api/auth/change-password`. */
export const changePasswordBody = z.object({
  password,
  // Forms send '' for an empty field.
  currentPassword: z.optional(z.union([z.literal(''), givenPassword])),
})

/** `POST /api/auth/change-email`. */
export const changeEmailForm = z.object({ email, currentPassword: givenPassword })
