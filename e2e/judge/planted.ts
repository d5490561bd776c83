// A short story with everything that a planted lie is to meet, told by maria's desk; her laptop looks on.
import { setTimeout as wait } from 'node:timers/promises'

import type { Stage } from './stage.ts'

import {
  addLine,
  deleteLine,
  openKit,
  shownKit,
  startKit,
  typeInLine,
  type Person,
} from './acts.ts'
import { MARKS } from './lies.ts'
import { personAt } from './stage.ts'

export async function tellPlanted(stage: Stage): Promise<void> {
  const [desk, laptop] = stage.devices
  const writer = desk && personAt(stage, desk)
  const reader = laptop && personAt(stage, laptop)
  if (!writer || !reader) throw new Error('The story takes two devices')
  await startKit(writer)
  const kept = await add(writer, MARKS.kept)
  await typeInLine(writer, kept, 'partNumber', MARKS.older)
  await wait(2_500)
  const kit = (await shownKit(writer))?.kit ?? ''
  await openKit(reader, kit)
  const deleted = await add(writer, MARKS.deleted)
  await add(writer, 'Another washer')
  await wait(3_000)
  await deleteLine(writer, kit, deleted)
  await add(writer, MARKS.lost)
  await wait(2_000)
  await typeInLine(writer, kept, 'partNumber', MARKS.newer)
  await wait(4_000)
}

async function add(person: Person, name: string): Promise<string> {
  await addLine(person, name)
  const line = (await shownKit(person))?.lines.find((each) => each.name === name)
  if (!line) throw new Error(`No line shows ${name}`)
  return line.id
}
