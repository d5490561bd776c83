/**
 * What a password must not be, whatever letters it has: the screens and the server ask the same. And
 * the forms that set one. Apart from shared/account.ts, because who signs in sets none.
 */
import * as z from 'zod/mini'

import { email, password, username } from './account.ts'
import { later, type Later, say, saying } from './words/words.ts'

/** Whose password it is, as far as that is known: ''. */
export interface PasswordOwner {
  username: string
  email: string
}

export const NOBODY: PasswordOwner = { username: '', email: '' }

/** Shorter names occur in words by chance. */
const MIN_CONTEXT = 4

/**
 * Passwords that satisfy every rule of composition and are still the first ones tried: the common
 * words with the capital, digit and mark that people append. Compared whole, case aside.
 */
const LIST = `
Password1! Password1@ Password1# Password1$ Password1. Password1? Password1* Password1-
Password1_ Password!1 Password@1 Password#1 Password_1 Password-1 Password12! Password12@
Password12# Password12$ Password123! Password123@ Password123# Password123$ Password123.
Password123* Password123? Password@12 Password@123 Password@1234 Password#123 Password!123
Password_123 Password-123 Password1234! Password1234@ Password12345! Password01! Password!01
Password2020! Password2021! Password2022! Password2023! Password2024! Password2025!
Password2026! Password@2023 Password@2024 Password@2025 Password@2026 P@ssword1 P@ssword1!
P@ssword12 P@ssword123 P@ssword1234 P@ssword123! P@ssw0rd P@ssw0rd! P@ssw0rd1 P@ssw0rd1!
P@ssw0rd12 P@ssw0rd123 P@ssw0rd123! P@ssw0rd1234 P@ssw0rd2024 P@ssw0rd2025 P@ssw0rd2026 P@$$w0rd
P@$$w0rd! P@$$w0rd1 P@$$w0rd123 P@$$word1 P@$$word123 Pa$$w0rd Pa$$w0rd! Pa$$w0rd1 Pa$$w0rd123
Pa$$word1 Pa$$word123 Passw0rd! Passw0rd1! Passw0rd@ Passw0rd123! Passw0rd@123 Pass@123
Pass@1234 Pass@word1 Pass123! Pass1234! Pass12345! Pass#123 Passwd1! Passwd123! Passwort1!
Passwort123! Motdepasse1! Contraseña1! Contrasena1! Senha123! Parola123! Qwerty1! Qwerty12!
Qwerty123! Qwerty123@ Qwerty123# Qwerty123$ Qwerty1234! Qwerty@1 Qwerty@12 Qwerty@123 Qwerty!23
Qwerty#123 Qwerty_123 Qwertyuiop1! Qwertz123! Azerty123! Azerty1! Asdf1234! Asdf123! Asdfgh1!
Asdfghjkl1! Zxcvbn1! Zxcvbnm1! 1qaz@WSX 1qaz!QAZ 1Qaz2wsx! 1qaz2wsx#EDC !QAZ2wsx !QAZ1qaz
Q1w2e3r4! Q1w2e3r4t5! Qazwsx123! 1q2w3e4R! Zaq12wsx! ZAQ!2wsx Zaq1@wsx Welcome1! Welcome1@
Welcome12! Welcome123! Welcome123@ Welcome@1 Welcome@12 Welcome@123 Welcome#1 Welcome!1
Welcome2024! Welcome2025! Welcome2026! W3lcome! W3lcome1! Welc0me1! Welc0me! Admin123! Admin123@
Admin@123 Admin@1234 Admin1234! Admin12345! Admin#123 Admin!123 Administrator1! Adm1n123!
Root123! Root@123 Test123! Test1234! Test@123 Test@1234 Testing1! Testing123! Testtest1!
User123! User@123 Guest123! Guest@123 Demo123! Demo@123 Login123! Login@123 Temp123! Temp1234!
Temp@123 Changeme1! Changeme123! Change@123 Default1! Default123! Secret1! Secret123! Secret@123
Letmein1! Letmein1@ Letmein123! Letmein@1 Letmein@123 Iloveyou1! Iloveyou2! Iloveyou123!
Iloveyou@1 Trustno1! Access123! Master123! Superman1! Batman123! Monkey123! Monkey1! Dragon123!
Dragon1! Sunshine1! Sunshine123! Princess1! Princess123! Football1! Football123! Baseball1!
Basketball1! Soccer123! Hockey123! Charlie1! Michael1! Jessica1! Ashley123! Jordan23! Shadow123!
Hunter123! Hunter2! Starwars1! Pokemon123! Computer1! Internet1! Freedom1! Whatever1! Hello123!
Hello1234! Hello@123 Hello123@ Abcd1234! Abcd@1234 Abcd123! Abcd@123 Abc123!@# Abc@1234
Abc12345! Abc123456! Abc@12345 Aa123456! Aa@123456 Aa12345! Aa1234567! A1b2c3d4! A1b2c3d4e5!
Aaaaaa1! Aaaa1111! Aaa111!!! Abcdef1! Abcdefg1! Abcdefgh1! 1234Abcd! 1234@Abcd 123456Aa!
12345678Aa! 123Abc!@# 123456Ab! 123@Abcd Spring2024! Spring2025! Spring2026! Summer1! Summer123!
Summer2023! Summer2024! Summer2025! Summer2026! Autumn2024! Autumn2025! Autumn2026! Fall2024!
Fall2025! Fall2026! Winter123! Winter2023! Winter2024! Winter2025! Winter2026! January1!
February1! December1! Monday1! Friday13! Company123! Company1! Google123! Google@123 Microsoft1!
Facebook1! Samsung1! Samsung@123 Apple123! Android1! India@123 Germany1! London123! America1!
Canada123! Mustang1! Mustang123! Mustang67! Corvette1! Camaro123! Porsche911! Porsche1!
Ferrari1! Ferrari123! Mercedes1! Chevrolet1! Chevy123! Toyota123! Honda123! Yamaha123!
Harley123! Harley1! Mechanic1! Garage123! Toolbox1!
`

const COMMON = new Set(LIST.toLowerCase().trim().split(/\s+/))

const IS_COMMON = later(
  'This password is among the first that guessers try. Please choose another one.',
)
const HOLDS_NAME = later(
  'Password must not contain your username, your email address or "Wrenchlist"',
)

/** Why a password is easy to guess: it is common, or holds what everybody knows of its account. */
export function guessableProblem(password: string, owner: PasswordOwner): string | null {
  const given = password.normalize('NFKC').toLowerCase()
  if (COMMON.has(given)) return say(IS_COMMON)
  const names = [owner.username, owner.email.trim().split('@')[0] ?? '']
    .filter((name) => name.length >= MIN_CONTEXT)
    .map((name) => name.toLowerCase())
  return [...names, 'wrenchlist'].some((name) => given.includes(name)) ? say(HOLDS_NAME) : null
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
    if (message !== null) issues.push({ code: 'custom', input: typed, path: ['password'], message })
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
