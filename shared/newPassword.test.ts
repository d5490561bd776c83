import { expect, test } from 'vitest'

import { password as passwordRule } from './account.ts'
import { guessableProblem, newPasswordForm, NOBODY, registerForm } from './newPassword.ts'

test('common passwords are refused whatever their case, and only as a whole', () => {
  const listed = ['Password1!', 'P@ssw0rd', 'Qwerty123!', 'Welcome1!', 'Summer2025!', '1qaz@WSX']
  for (const common of listed) {
    expect(passwordRule.safeParse(common).success).toBe(true)
    expect(guessableProblem(common, NOBODY)).toContain('the first that guessers try')
    expect(guessableProblem(common.toUpperCase(), NOBODY)).toBeTruthy()
    expect(guessableProblem(`${common} and a wrench`, NOBODY)).toBeNull()
  }
})

test('so are those made of the name, the address or the product', () => {
  const owner = { username: 'Rosa', email: 'garage.seven@example.com' }
  for (const password of ['xxROSAxx 1!', 'Garage.Seven 1!', 'My WrenchList 1!']) {
    expect(guessableProblem(password, owner)).toContain('must not contain')
  }
  expect(guessableProblem('Torque 30 Nm, dry!', owner)).toBeNull()
  const short = { username: 'bob', email: 'al@example.com' }
  expect(guessableProblem('Bob and al 1!', short)).toBeNull()
})

test('the forms say the same of a password as the server, while other fields are wrong too', () => {
  const said = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
    result.error?.issues.map(({ message }) => message)
  const owner = { username: 'dana_k', email: 'garage@example.com' }
  const typed = { password: 'Dana_K likes 9!', passwordConfirm: 'other' }
  const sentence = guessableProblem(typed.password, owner)
  expect(said(newPasswordForm(owner).safeParse(typed))).toContain(sentence)
  expect(said(newPasswordForm(NOBODY).safeParse(typed))).toEqual(["Passwords don't match"])
  const registration = { ...owner, emailConfirm: '', termsAccepted: false, ...typed }
  expect(said(registerForm.safeParse(registration))).toContain(sentence)
})
