/** Update of an installation and its browsers to today's version: the acts, in order. */
import type { Person } from './api.ts'
import type { Filled } from './fill.ts'
import type { Stage } from './stage.ts'

import { readRows, readScreens } from './api.ts'
import {
  arriveFromEarlyApp,
  arriveFromNewApp,
  arriveFromOldApp,
  checkCode,
  readOnFreshDevice,
  updateWithFullQueue,
} from './arriving.ts'
import { valuesOf, type Reading } from './compare.ts'
import { countCells, ofOwner } from './deviceData.ts'
import { fill } from './fill.ts'
import { deviceOwner, openSynced, typeLittle, typeMuch } from './leaving.ts'
import { plantInDatabase } from './plant.ts'
import { readTables } from './tables.ts'

/** The promised number; the story types a few more. */
const LEAST_UNSENT = 500

/** Plays all acts; results go into `checks`. */
export async function tellUpgrade(stage: Stage): Promise<void> {
  const { server, checks, say, plant } = stage
  const { url, dataDir } = server
  await server.start({ E2E_DIST: stage.oldDist })
  const filled = await fill(url)
  say('The old server is filled.')

  // Bert's browser goes first, and closes before the old app is served again, as it would update.
  await server.restart({ E2E_DIST: stage.mixedDist })
  const bert = await openSynced(stage, 'bert', filled)
  await checkCode(stage, 'bert, on the old server', bert, stage.newDist)
  const rowsOfBert = await readRows(url, filled.people.bert)
  await server.stop()
  await bert.goOffline()
  const awayBert = await typeLittle(bert, filled.people.bert, rowsOfBert)
  await bert.close()

  await server.start({ E2E_DIST: stage.oldDist })
  const maria = await openSynced(stage, 'maria', filled)
  const stranger = await openSynced(stage, 'stranger', filled)
  say('An old app of maria’s and one of a stranger are signed in and in step.')
  const before = await readAll(url, filled)
  const rowsOfMaria = await readRows(url, filled.people.maria)
  const rowsOfStranger = await readRows(url, await deviceOwner(stranger))
  const tables = await readTables(dataDir)
  await plantInDatabase(plant, dataDir)
  await server.stop()

  for (const device of [maria, stranger]) await device.goOffline()
  const away = {
    maria: await typeMuch(maria, filled, rowsOfMaria),
    stranger: await typeLittle(stranger, await deviceOwner(stranger), rowsOfStranger),
    bert: awayBert,
  }
  const unsent = ofOwner(away.maria.data.pending, filled.people.maria.principal)
  checks.atLeast('maria: edits that wait to be sent', unsent.length, LEAST_UNSENT, 'rows')
  say(`They are ${countCells(unsent)} values.`)
  for (const device of [maria, stranger]) await device.close()

  await updateWithFullQueue(stage, away.maria)

  await server.start({ E2E_DIST: stage.newDist })
  checks.same('database: every row and column', tables, await readTables(dataDir), 'rows')
  const after = await readAll(url, filled)
  for (const [what, reading] of before)
    checks.same(what, reading, after.get(what) ?? new Map(), unitOf(what))

  await arriveFromNewApp(stage, away.maria)
  await arriveFromOldApp(stage, away.stranger)
  await arriveFromEarlyApp(stage, away.bert)
  await readOnFreshDevice(stage, filled.people.maria)
  // Data nobody has touched since is unchanged.
  const end = await readAll(url, filled)
  for (const name of ['chen: rows', 'the stranger over HTTP: rows'])
    checks.same(
      `${name}, at the end`,
      before.get(name) ?? new Map(),
      end.get(name) ?? new Map(),
      'rows',
    )
}

const unitOf = (what: string) => (what.endsWith('rows') ? 'rows' : 'answers')

/** Rows and screens that each person can read. */
async function readAll(url: string, { people, stranger }: Filled): Promise<Map<string, Reading>> {
  const all = new Map<string, Reading>()
  const persons: [string, Person][] = [
    ...Object.entries(people),
    ['the stranger over HTTP', stranger],
  ]
  for (const [name, person] of persons) {
    all.set(`${name}: rows`, valuesOf(await readRows(url, person)))
    all.set(`${name}: screens`, await readScreens(url, person))
  }
  return all
}
