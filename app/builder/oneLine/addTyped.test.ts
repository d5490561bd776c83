import { beforeAll, expect, test } from 'vitest'

import type { Row } from '../parts/rowBook.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { readTypedLine } from '#shared/text/typed/readTypedLine.ts'
import { openDevice } from '../../device/device.ts'
import { readBuild } from '../../kits/open/builds.ts'
import { storeBuild } from '../../kits/open/testBuild.ts'
import { settled } from '../../sync/write/pump.ts'
import { blankLine } from '../parts/blankRows.ts'
import { createRowActions } from '../parts/rowActions.ts'
import { addTyped, cellsOf } from './addTyped.ts'
import { loadAmountReader } from '../fields/amountReader.ts'

beforeAll(loadAmountReader)

const row = (at: number): Row => ({
  key: `key${at}`,
  line: blankLine(`id${at}`, `a${at}`),
  drafts: {},
  isGhost: false,
  currency: 'USD',
})

/** Adds a typed line to a kit that shows so many, and answers with what is said and stored. */
async function add(text: string, count: number) {
  await openDevice()
  const { kitId, buildId } = await storeBuild({ name: 'Engine oil' })
  const build = await readBuild(kitId, buildId)
  const rows = Array.from({ length: count }, (_, at) => row(at))
  const { actions, follow } = createRowActions()
  const lines = rows.map((one) => one.line)
  follow({ build: { ...build, kit: { ...build.kit, lines } }, begin: () => undefined })
  const said = addTyped(cellsOf(readTypedLine(text)), { kitId, rows, actions })
  await settled()
  const { kit, drafts } = await readBuild(kitId, buildId)
  const own = [...drafts].filter(([key]) => kit.lines.some(({ id }) => key.startsWith(id)))
  return { said, names: kit.lines.map(({ name }) => name), drafts: own.map(([, text]) => text) }
}

test('a typed line stands at the end, with what is no value as it was typed', async () => {
  expect(await add('Oil filter 1.234 € x2', 1)).toEqual({
    said: 'Line 2 added: Oil filter, 2 pieces. Look at it: “1.234 €” is kept as it was typed.',
    names: ['Engine oil', 'Oil filter'],
    drafts: ['1.234 €'],
  })
})

test('a part without a name is called by its maker and number', async () => {
  expect((await add('Mahle OC 90 $9', 1)).said).toBe('Line 2 added: Mahle OC 90, $9.00.')
})

test('a full kit takes none', async () => {
  expect(await add('Oil filter', MAX_LINES)).toEqual({
    said: null,
    names: ['Engine oil'],
    drafts: [],
  })
})
