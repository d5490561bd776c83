import { afterEach, expect, it, vi } from 'vitest'

import { readAmount, loadAmountReader } from '../../builder/rows/amountReader.ts'
import { browserLocale } from './browserLocale.ts'

afterEach(() => void vi.restoreAllMocks())

it.each(['C', '', 'english please'])('is American where the browser says %j', async (said) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(said)
  expect(browserLocale()).toBe('en-US')
  await loadAmountReader()
  expect(readAmount('12.50', 'USD')).toEqual({ money: { minor: 1250, currency: 'USD' } })
})

it('is the browser’s own otherwise', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-ch')
  expect(browserLocale()).toBe('de-CH')
})
