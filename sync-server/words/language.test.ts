import { afterAll, beforeAll, expect, test } from 'vitest'

import { t } from '#shared/words/words.ts'
import { startTestServer, type TestServer } from '../testServer.ts'
import { inLanguage } from './language.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const errorOf = async (language: string) => {
  const headers = { 'Accept-Language': language }
  const response = await fetch(`${server.url}/api/nothing-here`, { headers })
  return ((await response.json()) as { error: string }).error
}

test('a refusal is said in the language that is asked for', async () => {
  expect(await errorOf('en-XA')).toMatch(/^⟦Ţhéŕé îš ñöţhîñĝ/)
  expect(await errorOf('ar-XB')).toContain('\u202eThere is nothing at this address.\u202c')
})

test('what is asked for and does not exist is English', async () => {
  for (const language of ['en-GB', 'xx', 'ar', '*', '', 'constructor', 'en-XA,en;q=0.5']) {
    expect(await errorOf(language)).toBe('There is nothing at this address.')
  }
})

test('requests at the same time do not hear one another', async () => {
  const languages = Array.from({ length: 20 }, (_, at) => (at % 2 ? 'en-XA' : 'en'))
  const errors = await Promise.all(languages.map(errorOf))
  expect(errors.map((error) => error.startsWith('⟦'))).toEqual(
    languages.map((language) => language === 'en-XA'),
  )
})

test('a letter is in the language of who it is to', () => {
  expect(inLanguage('en-XA', () => t('Sign in'))).toBe('⟦Šîĝñ îñ···⟧')
  expect(inLanguage(null, () => t('Sign in'))).toBe('Sign in')
})
