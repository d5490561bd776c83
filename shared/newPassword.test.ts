import { expect, test } from 'vitest'

import { password as passwordRule } from './account.ts'
import { guessableProblem, newPasswordForm, NOBODY, registerForm } from './newPassword.ts'
import { workUnits } from './testProcessor.ts'

test('passwords that guessers try first are refused whatever their case, and say why', () => {
  const listed =
    `Password1! P@ssw0rd Qwerty123! Welcome1! Summer2025! 1qaz@WSX Liverpool1! Summer2022!
    Arsenal123! Chelsea1! Winter2019! Barcelona1! Michelle1! Thomas123! Nicole2010! Daniel1985!
    Sunshine22! Princess7! Football9! Dragon99! Andrew2021! Cookie123! Chocolate1! Butterfly1!
    London2012! December25! L1verpool! Summer!2022 Qwertz123! Porsche911! Schalke04! Sommer2022!
    Motdepasse1! Contraseña1! Toyota2015! Abcdefg1! Aaaaaa1! Januar2023! Mechanic1!`.split(/\s+/)
  for (const common of listed) {
    expect(passwordRule.safeParse(common).success).toBe(true)
    expect(guessableProblem(common, NOBODY), common).toContain('the first that guessers try')
    expect(guessableProblem(common.toUpperCase(), NOBODY)).toBeTruthy()
    expect(guessableProblem(`${common} and a wrench`, NOBODY)).toBeNull()
  }
  expect(guessableProblem('1qaz@WSX', NOBODY)).toContain('Rows of keys')
  for (const repeat of ['Lol1!Lol1!', 'Xy7?Xy7?', 'Aa1!Aa1!Aa1!', '!1Qq!1Qq']) {
    expect(guessableProblem(repeat, NOBODY), repeat).toContain('Repeats')
  }
  // From a password manager, at the minimum length.
  for (const drawn of ['xK9#mQ2!', 'kV8-plum', '7b.RwuQz']) {
    expect(guessableProblem(drawn, NOBODY)).toBeNull()
  }
})

test('a hostile password costs a piece of known work at most', async () => {
  for (const piece of ['Pa$$w0rd1!', 'a1!A', '@4a', '1qaz2wsx3edc4rfv', '!', '1!']) {
    const hostile = piece.repeat(1_000 / piece.length)
    expect(await workUnits(() => guessableProblem(hostile, NOBODY)), piece).toBeLessThan(2)
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
