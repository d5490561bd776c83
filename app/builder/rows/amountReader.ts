/** Parses typed amounts. The full parser loads after the first paint; plain amounts need none. */
import type { parseMoney, TypedMoney } from '#shared/money/typedMoney.ts'

import { create } from 'zustand'

import { digitsOf, maxMinorOf } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'

/** The full parser; null until it is loaded. */
export const useAmountReader = create<{ parse: typeof parseMoney | null }>(() => ({ parse: null }))

export async function loadAmountReader(): Promise<void> {
  const { parseMoney: parse } = await import('#shared/money/typedMoney.ts')
  useAmountReader.setState({ parse })
}

/** @param currency of the kit */
export function readAmount(text: string, currency: string): TypedMoney {
  const { parse } = useAmountReader.getState()
  if (parse) return parse(text, { currency, locale: browserLocale() })
  const [, whole = '', fraction = ''] = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  const minor = Number(whole + fraction.padEnd(2, '0'))
  // Without the parser anything else stays a draft.
  return whole !== '' && digitsOf(currency) === 2 && minor <= maxMinorOf(currency)
    ? { money: { minor, currency } }
    : { problem: 'not_a_number', sentence: t('A price is a number, for example 12.50.') }
}
