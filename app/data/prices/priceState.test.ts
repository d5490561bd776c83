import { describe, expect, test } from 'vitest'

import type { PriceKnown, PriceState } from './priceState.ts'

import { noOffersState, priceState } from './priceState.ts'

const TODAY: PriceKnown = {
  asking: 'answered',
  isOffline: false,
  hasNumber: true,
  isPartKnown: true,
  offers: 'fresh',
  isLeftOut: false,
}
const UNKNOWN: PriceKnown = { ...TODAY, isPartKnown: false, offers: 'none' }

describe('each situation in its words', () => {
  test.each<[string, PriceKnown, string, string]>([
    ['today’s prices', TODAY, '', ''],
    [
      'prices that no merchant has renewed',
      { ...TODAY, offers: 'stale' },
      'old prices',
      'Merchants have not said newer prices.',
    ],
    [
      'prices of before, without a signal',
      { ...TODAY, asking: 'failed', isOffline: true },
      'saved prices',
      'No signal. These are the prices this device last got, today at 09:30.',
    ],
    [
      'prices of before, from a server that does not answer',
      { ...TODAY, asking: 'failed' },
      'saved prices',
      'New prices did not come. These are the prices this device last got, today at 09:30.',
    ],
    [
      'prices of before, not asked for again',
      { ...TODAY, asking: 'notAsked' },
      'saved prices',
      'These are the prices this device last got, today at 09:30.',
    ],
    [
      'none yet, while they are asked for',
      { ...UNKNOWN, asking: 'asking' },
      'asking',
      'Asking for prices.',
    ],
    [
      'none on this device, without a signal',
      { ...UNKNOWN, asking: 'failed', isOffline: true },
      'no prices here yet',
      'No signal. This device has no prices yet.',
    ],
    [
      'none on this device, not asked for',
      { ...UNKNOWN, asking: 'notAsked' },
      'no prices here yet',
      'This device has no prices yet.',
    ],
    [
      'a part without a price when it was last asked for, without a signal now',
      { ...TODAY, offers: 'none', asking: 'failed', isOffline: true },
      'no price in dollars when last asked',
      'No signal. No merchant had a price in dollars when this device last asked, today at 09:30.',
    ],
    [
      'a part that is not in the catalogue',
      UNKNOWN,
      'not in the catalogue',
      'Not in the catalogue. Part number and manufacturer have to be those of the catalogue.',
    ],
    [
      'a part no merchant has a price for',
      { ...TODAY, offers: 'none' },
      'no price in dollars',
      'No merchant has a price in dollars for this part right now.',
    ],
    [
      'a part that is sold out',
      { ...TODAY, offers: 'soldOut' },
      'nobody has it in stock',
      'Nobody has it in stock right now.',
    ],
    [
      'a line without a number',
      { ...UNKNOWN, hasNumber: false, asking: 'failed', isOffline: true },
      'no part number',
      'Without a part number no prices can be found.',
    ],
    [
      'offers of shops that somebody left out',
      { ...TODAY, isLeftOut: true, asking: 'failed' },
      'only at shops you left out',
      'Only shops that you left out have it.',
    ],
  ])('%s', (_, known, word, sentence) => {
    expect(priceState(known, 'today at 09:30')).toMatchObject({ word, sentence })
  })

  test.each<[string, PriceKnown[], boolean, string, string]>([
    ['without parts', [], false, 'Nothing to buy', 'This kit has no parts yet.'],
    ['with everything there', [], true, 'Nothing to buy', 'You have everything in this kit.'],
    [
      'without a signal, and without prices',
      [
        { ...UNKNOWN, asking: 'failed', isOffline: true },
        { ...UNKNOWN, hasNumber: false, asking: 'failed', isOffline: true },
      ],
      true,
      'No prices yet',
      'No signal. This device has no prices yet.',
    ],
    [
      'of parts that no catalogue has',
      [UNKNOWN, UNKNOWN],
      true,
      'No offers',
      'Not in the catalogue. Part number and manufacturer have to be those of the catalogue.',
    ],
    [
      'of parts that nobody has, for one reason or another',
      [UNKNOWN, { ...TODAY, offers: 'soldOut' }],
      true,
      'No offers',
      'No merchant is known to sell one of these parts in dollars now.',
    ],
  ])('a kit %s', (_, parts, hasParts, title, sentence) => {
    expect(noOffersState(parts, hasParts)).toEqual({ title, sentence })
  })
})

function everyState(): PriceKnown[] {
  const flags = [true, false]
  return (['notAsked', 'asking', 'answered', 'failed'] as const).flatMap((asking) =>
    (['none', 'soldOut', 'stale', 'fresh'] as const).flatMap((offers) =>
      flags.flatMap((isOffline) =>
        flags.flatMap((hasNumber) =>
          flags.flatMap((isPartKnown) =>
            flags.map((isLeftOut) => {
              return { asking, offers, isOffline, hasNumber, isPartKnown, isLeftOut }
            }),
          ),
        ),
      ),
    ),
  )
}

const ALL = everyState().map((known): [PriceKnown, PriceState] => [known, priceState(known)])
const textOf = ({ word, sentence }: PriceState) => `${word} | ${sentence}`

describe(`whatever a device knows (${ALL.length} states)`, () => {
  test.each<[string, (known: PriceKnown) => boolean, RegExp]>([
    [
      'what nobody has answered says nothing of what merchants have or a catalogue holds',
      ({ asking }) => asking !== 'answered',
      /right now|catalogue|nobody has|no merchant has/i,
    ],
    [
      'only a try that failed is called one',
      ({ asking }) => asking !== 'failed',
      /no signal|did not come/i,
    ],
    [
      'with a signal nobody is told that there is none',
      ({ isOffline }) => !isOffline,
      /no signal/i,
    ],
    [
      'where there are no prices none are said to be shown',
      ({ offers, isPartKnown }) => !isPartKnown || offers === 'none' || offers === 'soldOut',
      /these are the prices|saved prices|old prices|left out/i,
    ],
    [
      'where there are prices they are not said to be missing',
      ({ offers, isPartKnown, hasNumber }) =>
        hasNumber && isPartKnown && (offers === 'fresh' || offers === 'stale'),
      /no price|no merchant|catalogue|nobody|asking/i,
    ],
  ])('%s', (_, is, never) => {
    const states = ALL.filter(([known]) => is(known))
    expect(states.length).toBeGreaterThan(0)
    const lies = states.filter(([, state]) => never.test(textOf(state)))
    expect(lies.map(([known, state]) => [textOf(state), known]).slice(0, 3)).toEqual([])
  })

  test('only today’s prices speak for themselves', () => {
    for (const [known, { kind, word, sentence }] of ALL) {
      expect(word === '' && sentence === '', JSON.stringify(known)).toBe(kind === 'known')
    }
  })
})
