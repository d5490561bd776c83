/**
 * Second factor of an account: a passkey (WebAuthn) or an authenticator app (TOTP, RFC 6238), with
 * ten recovery codes. Shared by screens and server.
 */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

import * as z from 'zod/mini'

import { isStorable } from './define.ts'
import { isRecord } from './shape.ts'
import { saying } from './words/words.ts'

/** Proof for a sensitive act, valid for one call: `POST /api/auth/confirm` issues it. */
export const PROOF_HEADER = 'X-Proof'
export const MAX_FACTOR_LABEL = 60
export const MAX_FACTORS = 10

/** Six digits from an app, or a recovery code; spaces and dashes are ignored. */
const code = z
  .string(saying('Code is required'))
  .check(z.minLength(1, saying('Code is required')), z.maxLength(40, saying('This is not a code.')))

/** A browser's answer: the library parses it, this only bounds its size. */
const passkeyAnswer = <Answer>() =>
  z.custom<Answer>(
    (value) => typeof value === 'object' && value !== null && JSON.stringify(value).length < 16_384,
  )

/** Second proof, with or instead of a password. */
export const secondProof = z.union([
  z.object({ code }),
  z.object({ passkey: passkeyAnswer<AuthenticationResponseJSON>() }),
])
export type SecondProof = z.infer<typeof secondProof>

/** Answer of `POST /api/auth/confirm`. */
export const confirmed = z.object({ proof: z.string() })

export const codeForm = z.object({ code })

/** Second factors an account may use. Part of `second_factor` and `proof_needed` refusals. */
export interface SecondAsked {
  /** Whether an app code or a recovery code is accepted. */
  codes: boolean
  /** For `startAuthentication`; null without a passkey. */
  passkey: PublicKeyCredentialRequestOptionsJSON | null
}

/**
 * `POST /api/auth/confirm`: the second factor if the account has one, else the password. Answers `{
 * proof: string }`.
 */
export const confirmBody = z.union([
  z.object({ second: secondProof }),
  z.object({ currentPassword: z.string().check(z.minLength(1), z.maxLength(256)) }),
])
export type ConfirmBody = z.infer<typeof confirmBody>

export const factor = z.object({
  id: z.string(),
  kind: z.enum(['passkey', 'totp']),
  label: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Factor = z.infer<typeof factor>

/** `GET /api/auth/second-factors`. */
export const factors = z.object({
  factors: z.array(factor),
  recoveryCodesLeft: z.number(),
  /** The installation requires one for administrators, and this account is one. */
  isRequired: z.boolean(),
})
export type Factors = z.infer<typeof factors>

/** `POST /api/auth/second-factors`, which takes a proof; nothing is final before `complete`. */
export const beginFactorBody = z.object({ kind: z.enum(['passkey', 'totp']) })

export const factorBegun = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passkey'),
    options: z.custom<PublicKeyCredentialCreationOptionsJSON>(isRecord),
  }),
  /** `uri` is shown as a QR code for the app. */
  z.object({ kind: z.literal('totp'), secret: z.string(), uri: z.string() }),
])
export type FactorBegun = z.infer<typeof factorBegun>

const label = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_FACTOR_LABEL),
    z.refine(isStorable, saying('This text holds characters that cannot be stored.')),
  )

/** `POST /api/auth/second-factors/complete`. */
export const completeFactorBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), code, label }),
  z.object({
    kind: z.literal('passkey'),
    passkey: passkeyAnswer<RegistrationResponseJSON>(),
    label,
  }),
])

/** Answer of `complete` and of `POST /api/auth/recovery-codes` (takes a proof); shown once. */
export const recoveryCodes = z.object({
  /** Ten; null when the account had some already. */
  recoveryCodes: z.nullable(z.array(z.string())),
})
export type RecoveryCodes = z.infer<typeof recoveryCodes>
