/** Kits by the thousand on a device, the same ones each time. */
import type { Page } from '@playwright/test'

import { newBuildId, newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { Lots } from '#shared/testSeeded.ts'

const LINES = 10
const KITS_AT_ONCE = 250
const NODE = 'benchbenc'
const MAKES = ['Audi', 'Volvo', 'Ford', 'Toyota', 'BMW', 'Tesla', 'Honda', 'Mazda', 'Kia', 'Acura']
const TASKS = ['Oil Change', 'Brake Pads', 'Timing Belt', 'Coolant Flush', 'Spark Plugs']

const { chance, random } = new Lots(12)
const one = (words: readonly string[]) => words[Math.floor(chance() * words.length)] ?? ''

/** The stored rows of one kit, as the server would have confirmed them. */
function rowsOf(at: number, p: string): object[] {
  const stamp = packStamp(Date.now() - 86_400_000 + at, 0, NODE)
  const stamped = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value, stamp]]))
  const kit = newId(random)
  const buildId = newBuildId(random)
  const vehicle = { year: 1990 + (at % 35), make: one(MAKES), model: `M${at % 60}` }
  const task = one(TASKS)
  const about = { name: `Weekend ${task} no ${at}`, notes: 'New seal every time. '.repeat(4) }
  const row = { p, kit, mine: true }
  const lines = Array.from({ length: LINES }, (_, line) => ({
    ...row,
    kind: 'line',
    id: newId(random),
    cells: stamped({
      ord: `a${line}`,
      name: `Part ${line}`,
      manufacturer: 'Corvane',
      partNumber: `06E${at}`,
      price: 100 + line,
      qty: 1,
    }),
  }))
  const cells = stamped({ buildId, ...about, vehicle, task })
  return [{ ...row, kind: 'kit', id: kit, cells, buildId, touched: stamp }, ...lines]
}

/** Fills the store of the page's device, which has no signal, with kits of ten lines. */
export async function seedKits(page: Page, count: number): Promise<void> {
  console.log(`Filling the device with ${count.toLocaleString('en-US')} kits ...`)
  const p = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('wrenchlist')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          Object.assign(window, { seeded: opening.result })
          const get = opening.result.transaction('meta').objectStore('meta').get('device')
          get.addEventListener('success', () => resolve(get.result.value.principal))
        })
      }),
  )
  for (let at = 0; at < count; at += KITS_AT_ONCE) {
    const length = Math.min(KITS_AT_ONCE, count - at)
    const rows = Array.from({ length }, (_, kit) => rowsOf(at + kit, p)).flat()
    await page.evaluate(
      (batch) =>
        new Promise<void>((resolve, reject) => {
          const db = (window as unknown as { seeded: IDBDatabase }).seeded
          const tx = db.transaction('rows', 'readwrite', { durability: 'relaxed' })
          for (const row of batch) tx.objectStore('rows').put(row)
          tx.addEventListener('complete', () => resolve())
          tx.addEventListener('error', () => reject(tx.error))
        }),
      rows,
    )
  }
}
