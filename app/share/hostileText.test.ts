/** Texts built to be slow to parse: a quadratic parser takes minutes for one of them. */
import { describe, expect, test } from 'vitest'

import { cleanReport, groupKey } from '#shared/admin/errorReport.ts'
import { csvText } from '#shared/tables/csv.ts'
import { findKitCodes } from '#shared/kinds/kitCode.ts'
import { inOtherUnit, withUnit } from '#shared/kinds/jobSheet.ts'
import { linkHost, parseLink } from '#shared/links.ts'
import { parseCents } from '#shared/money/money.ts'
import { parseMarkup } from '#shared/text/markup.ts'
import { parseVin } from '#shared/vehicles/vin.ts'
import { partNumberKey } from '#shared/catalogue/partNumber.ts'
import { readPasted } from '#shared/tables/pastedTable.ts'
import { amountIn } from '#shared/money/pastedPrice.ts'
import { stripSecrets } from '#shared/stripSecrets.ts'
import { workUnits } from '#shared/testProcessor.ts'
import { textDifference } from '#shared/text/textDifference.ts'
import { FIELD_RULES } from '../builder/rows/fieldRules.ts'
import { planPaste } from '../builder/paste/planPaste.ts'
import { fileName } from './fileName.ts'
import { linesOfTable } from './reading/linesOfTable.ts'
import { readKitJson } from './reading/readKitJson.ts'
import { MAX_ROWS, readList } from './reading/readList.ts'
import { sharedLink } from './sharedLink.ts'

const LENGTH = 40_000
/** Budget per test. */
const MOST_UNITS = 300
const expectQuick = async (read: () => void) =>
  expect(await workUnits(read, 1)).toBeLessThan(MOST_UNITS)

const UNITS = [' ', '\t', '\u00a0', '\n', '\r', ' \n', 'a', 'a ', 'a\t', '1', '1,', '1.', '.', ',']
  .concat([';', '|', '"', '""', ',"', "'", '[', ']', '[a](', '[](http://a', '(', ')', '<', '<a '])
  .concat(['$', '$1', '$ 1', ':', '-', '- ', '/', '//', 'http://', 'https://a.b/', '@', 'a@', '#'])
  .concat([
    '*',
    '**a',
    '~~',
    '^a',
    '_',
    '\\',
    'x',
    '1x',
    'x 1',
    'eyJaaaaaa',
    'eyJ-',
    'token',
    '%40',
  ])
  .concat(['/k#a', '{', '{"', '+1°', '+', '=', '://', 'ab:', 'at ', '0', 'é', '\ud800'])
const PREFIXES = [
  '',
  'a',
  '"',
  '$1',
  'Price',
  'Part',
  'Qty',
  'Brand',
  'Total',
  '1 + ',
  '[a',
  '{"a":"',
]

const texts = UNITS.flatMap((unit) => {
  const long = unit.repeat(Math.ceil(LENGTH / unit.length))
  return [long, ...PREFIXES.map((prefix) => `${prefix}${long}!`)]
})

const READERS: Record<string, (text: string) => unknown> = {
  readList: (text) => {
    const table = readList(text)
    return 'problem' in table ? table : linesOfTable(table.rows, table.columns)
  },
  planPaste: (text) => {
    const table = readPasted(text)
    return table && planPaste(table, [], null)
  },
  readKitJson,
  findKitCodes,
  sharedLink: (text) => sharedLink({ text }),
  parseLink: (text) => [parseLink(text), linkHost(text)],
  parseMarkup,
  parseCents,
  parseVin,
  amountIn: (text) => amountIn(text),
  partNumberKey,
  settle: (text) => Object.values(FIELD_RULES).map(({ settle }) => settle(text)),
  units: (text) => [withUnit(text, 'Nm'), inOtherUnit('torque', text, 'Nm')],
  csvText: (text) => csvText([[text]]),
  fileName: (text) => fileName(text, '.csv'),
  stripSecrets: (text) => stripSecrets(text, { isAddress: false }),
  textDifference: (text) => textDifference(text, `${text}b`),
}

// T47
describe('texts that were written to be slow are read at once', () => {
  test.each(Object.keys(READERS))('by %s', (name) =>
    expectQuick(() => {
      for (const text of texts) expect(READERS[name]?.(text)).not.toBe(Number.NaN)
    }),
  )

  test('in reports of faults', () =>
    expectQuick(() => {
      for (const text of texts) {
        const report = { message: text, stack: text, level: 'error', timestamp: '' } as const
        expect(groupKey(cleanReport(report))).toContain('error')
      }
    }))
})

describe('lists that were written to be large', () => {
  // T49
  test('as JSON in which each part has words of its own', () => {
    const items = Array.from({ length: MAX_ROWS }, (_, at) => ({ [`a${at}`]: 1, [`b${at}`]: 2 }))
    return expectQuick(() =>
      expect(readList(JSON.stringify(items))).toEqual({
        problem: 'This list has 10,000 columns. At most 40 can be read.',
      }),
    )
  })

  test('as JSON with more parts than a list may have rows, all in one line', () => {
    const items = Array.from({ length: MAX_ROWS + 1 }, () => ({ name: 'Rag' }))
    return expectQuick(() =>
      expect(readList(JSON.stringify(items))).toEqual({
        problem: expect.stringContaining('This list has 5,001 rows.'),
      }),
    )
  })

  // T49
  test('as a table of many rows, one of which is very wide: the columns left out are counted', () =>
    expectQuick(() => {
      const table = readPasted(`${'Rag\tx\n'.repeat(150_000)}${'a\t'.repeat(100_000)}a`)
      const plan = table && planPaste(table, [], null)
      expect(plan?.added).toHaveLength(500)
      expect(plan?.leftOut.at(-1)).toBe('99,961 more columns')
    }))
})
