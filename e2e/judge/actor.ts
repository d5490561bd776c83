// What one person does at one tab, by lot, as long as the run lasts.
import { setTimeout as wait } from 'node:timers/promises'

import type { ShownKit } from './journal.ts'

import {
  addLine,
  comment,
  copyLink,
  deleteLine,
  moveLine,
  openKit,
  save,
  shownKit,
  soon,
  startKit,
  tick,
  typeInKit,
  typeInLine,
  undo,
  visit,
  type Person,
} from './acts.ts'
import { handleDevice } from './handling.ts'
import { mark, NOBODY } from './look.ts'
import { isOnServer, kitsOf, ownerAt, personAt, type DeviceOfRun, type Stage } from './stage.ts'

const KITS = 2
const LINES = 7
const FIELDS = ['name', 'manufacturer', 'partNumber', 'price', 'qty'] as const
const MARKS = ['have', 'ordered', 'fitted'] as const

type Act = (told: Told) => Promise<boolean>

interface Told {
  readonly stage: Stage
  readonly device: DeviceOfRun
  readonly person: Person
  readonly nth: number
}

/** How often each is drawn. */
const ACTS: readonly (readonly [number, string, Act])[] = [
  [30, 'type into a line', typeSomewhere],
  [12, 'add a line', addSomething],
  [5, 'type a name', ({ stage, person }) => typeInKit(person, 'kitName', stage.fresh('kitName'))],
  [6, 'type notes', ({ stage, person }) => typeInKit(person, 'notes', stage.fresh('notes'))],
  [5, 'delete a line', deleteSomething],
  [5, 'undo', ({ person }) => undo(person)],
  [6, 'move a line', moveSomething],
  [5, 'tick', tickSomething],
  [4, 'save', saveIt],
  [3, 'comment', commentOnIt],
  [1, 'copy the link', ({ person }) => copyLink(person)],
  [6, 'open another kit', openSome],
  [5, 'leave at once after typing', leaveAtOnce],
  [3, 'linger in a field', linger],
]

/** Acts until the run is over. Whatever cannot be done is noted and left. */
export async function act(stage: Stage, device: DeviceOfRun, nth: number): Promise<void> {
  while (!stage.isOver) {
    await wait(100 + stage.lots.chance() * (stage.lots.isLucky(0.1) ? 8_000 : 1_500))
    if (stage.isOver) return
    const note = (meant: string, why: unknown) => {
      const deed = { did: 'failed', meant, why: String(why).slice(0, 300) } as const
      stage.journal.write({ is: 'deed', device: device.name, tab: nth, who: device.who, ...deed })
    }
    if (nth === 0 && stage.lots.isLucky(0.14)) {
      await handleDevice(stage, device).catch((error: unknown) => note('handle the device', error))
      continue
    }
    const person = personAt(stage, device, nth)
    if (!person) {
      if (nth === 0) await device.browser.open().catch(() => undefined)
      else await device.browser.openSecond().catch(() => undefined)
      continue
    }
    const told = { stage, device, person, nth }
    const [, meant, perform] = device.isStranger ? strangersAct(stage) : drawAct(stage)
    try {
      if (!device.isStranger && !(await shownKit(person).catch(() => null))) await openSome(told)
      if (!(await perform(told))) note(meant, 'not possible')
    } catch (error) {
      note(meant, error)
    }
  }
}

function drawAct({ lots }: Stage): (typeof ACTS)[number] {
  const whole = ACTS.reduce((sum, [weight]) => sum + weight, 0)
  let left = lots.chance() * whole
  return ACTS.find(([weight]) => (left -= weight) < 0) ?? lots.pick(ACTS)
}

/** A kit that is there to be opened, or a new one while there are few. */
async function openSome({ stage, device, person }: Told): Promise<boolean> {
  const kits = [...kitsOf(stage, ownerAt(device))]
  if (kits.length < KITS && (kits.length === 0 || stage.lots.isLucky(0.3))) {
    if (!(await startKit(person))) return false
    return addLine(person, stage.fresh('name'))
  }
  const kit = stage.lots.pick(kits)
  // Another device's kit that nobody has yet would become a kit of one's own under the same name.
  const isOwn = ownerAt(device) === device.name
  if (!isOwn && !(await isOnServer(stage, kit))) return false
  return (await openKit(person, kit)) !== null
}

async function withLine(
  { stage, person }: Told,
  perform: (shown: ShownKit, line: ShownKit['lines'][number]) => Promise<boolean>,
): Promise<boolean> {
  const shown = await shownKit(person)
  if (!shown || shown.lines.length === 0) return false
  return perform(shown, stage.lots.pick(shown.lines))
}

function typeSomewhere(told: Told): Promise<boolean> {
  return withLine(told, (_shown, { id }) => {
    const field = told.stage.lots.pick(FIELDS)
    return typeInLine(told.person, id, field, told.stage.fresh(field))
  })
}

async function addSomething({ stage, person }: Told): Promise<boolean> {
  const shown = await shownKit(person)
  if (!shown || shown.lines.length >= LINES) return false
  return addLine(person, stage.fresh('name'))
}

function deleteSomething(told: Told): Promise<boolean> {
  return withLine(told, (shown, { id }) =>
    shown.lines.length > 2 ? deleteLine(told.person, shown.kit, id) : Promise.resolve(false),
  )
}

function moveSomething(told: Told): Promise<boolean> {
  return withLine(told, (shown, { id }) =>
    moveLine(told.person, shown.kit, id, told.stage.lots.isLucky(0.5) ? 'up' : 'down'),
  )
}

function tickSomething(told: Told): Promise<boolean> {
  return withLine(told, (shown, { id, name = '' }) =>
    tick(told.person, { kit: shown.kit, line: id, name }, told.stage.lots.pick(MARKS)),
  )
}

async function saveIt({ device, person }: Told): Promise<boolean> {
  return device.who !== NOBODY && (await save(person))
}

async function commentOnIt({ stage, device, person }: Told): Promise<boolean> {
  const shown = await shownKit(person)
  if (device.who === NOBODY || !shown) return false
  return comment(person, shown.kit, stage.fresh('comment'))
}

/** The last key and the next address in one breath. */
async function leaveAtOnce(told: Told): Promise<boolean> {
  const { stage, person } = told
  const isDone = await withLine(told, (_shown, { id }) =>
    typeInLine(person, id, 'name', stage.fresh('name'), 'stay'),
  )
  if (!isDone) return false
  person.tell({ did: 'left' })
  await visit(person, stage.lots.isLucky(0.5) ? '/about' : '/create-kits')
  return true
}

/** Sits in a field while others go on, and types then. */
async function linger(told: Told): Promise<boolean> {
  return withLine(told, async (_shown, { id }) => {
    const css = await mark(
      told.person.tab,
      `document.querySelector('[data-line="${id}"] input[data-cell="name"]')`,
    )
    if (!css) return false
    await told.person.tab.click(css)
    await wait(2_000 + told.stage.lots.chance() * 6_000)
    return typeInLine(told.person, id, 'name', told.stage.fresh('name'))
  })
}

/** Follows a link, and now and then makes a copy of what is behind it. */
const readLink: Act = async ({ stage, device, person }) => {
  const kits = [...stage.kits]
    .filter(([owner]) => owner !== device.name)
    .flatMap(([, all]) => [...all])
  if (kits.length === 0) return false
  await visit(person, `/list/${stage.lots.pick(kits)}`)
  await wait(1_000)
  return true
}

const copyIt: Act = async (told) => {
  const { stage, device, person } = told
  if (kitsOf(stage, device.name).size >= KITS) return typeInCopy(told)
  if (!(await readLink(told))) return false
  const edit = await soon(() =>
    mark(person.tab, `document.querySelector('main a[href^="/builder?build="]')`),
  )
  if (!edit) return false
  await person.tab.click(edit)
  const shown = await soon(() => shownKit(person))
  const line = shown?.lines[0]
  if (!shown || !line) return false
  // The copy's lines have ids of their own, which the page shows once it is opened anew.
  const value = stage.fresh('name')
  const silent = { ...person, tell: () => undefined }
  if (!(await typeInLine(silent, line.id, 'name', value))) return false
  const copy = await soon(async () => {
    const now = await shownKit(person)
    return now && now.kit !== shown.kit ? now.kit : null
  })
  if (!copy) return false
  const opened = await openKit(person, copy)
  const own = opened?.lines.find(({ name }) => name === value)
  const line2 = own ? { line: own.id } : {}
  person.tell({ did: 'typed', kit: copy, ...line2, field: 'name', before: '', value, shown: value })
  return true
}

async function typeInCopy(told: Told): Promise<boolean> {
  return (await openSome(told)) && typeSomewhere(told)
}

function strangersAct({ lots }: Stage): (typeof ACTS)[number] {
  return lots.isLucky(0.6) ? [1, 'follow a link', readLink] : [1, 'copy a shared kit', copyIt]
}
