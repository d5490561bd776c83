import { afterEach, expect, test, vi } from 'vitest'

import { ENGLISH, languageTag, speakBy, t } from '#shared/words/words.ts'
import { chooseLanguage } from './chooseLanguage.ts'
import { LANGUAGE_KEY, openLanguage, wantedLanguage } from './language.ts'

const page = document.documentElement

afterEach(() => {
  speakBy(() => ENGLISH)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  page.lang = 'en'
  page.dir = ''
})

test('a device speaks what was chosen on it', async () => {
  localStorage.setItem(LANGUAGE_KEY, 'de')
  await openLanguage()
  expect([languageTag(), page.lang, page.dir]).toEqual(['de-US', 'de', 'ltr'])
})

test('what nobody chose is the first language of the browser that is offered, else English', async () => {
  const browser = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['pt-BR', 'it'])
  expect(wantedLanguage()).toBe('en')
  await openLanguage()
  expect([languageTag(), page.lang]).toEqual(['en-US', 'en'])
  browser.mockReturnValue(['pt-BR', 'de-AT', 'en'])
  await openLanguage()
  expect([languageTag(), page.lang]).toEqual(['de-AT', 'de'])
})

test('an address may ask for a language, for its tab and until that is closed', async () => {
  history.replaceState(null, '', '/builder?lang=ar-XB')
  await openLanguage()
  expect(page.dir).toBe('rtl')
  expect(t('Save Kit')).toBe('\u202eSave Kit\u202c')
  history.replaceState(null, '', '/builder')
  expect(wantedLanguage()).toBe('ar-XB')
  expect(localStorage.length).toBe(0)
})

test('a language that does not exist is English', async () => {
  localStorage.setItem(LANGUAGE_KEY, 'constructor')
  await openLanguage()
  expect(languageTag()).toBe('en-US')
})

test('a choice is stored, goes before what the address asked for, and the page begins anew', async () => {
  history.replaceState(null, '', '/?lang=en-XA')
  await openLanguage()
  history.replaceState(null, '', '/')
  const begin = vi.fn()
  expect(await chooseLanguage('fr', begin)).toBe(true)
  expect(begin).toHaveBeenCalledOnce()
  await openLanguage()
  expect([languageTag(), page.lang]).toEqual(['fr-US', 'fr'])
})

test('a choice leaves the address as it is, but for its language', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  history.replaceState(null, '', `${location.origin}//x?build=hT4kQ9&lang=de#parts`)
  expect(await chooseLanguage('fr')).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  expect(location.href).toBe(`${location.origin}//x?build=hT4kQ9#parts`)
})
