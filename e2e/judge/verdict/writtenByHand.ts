// Journals written by hand, for the judge's own tests: maria at her desk and her laptop, one kit.
import type { Deed, Entry, Field, Offer, ShownKit, ShownLine } from '../journal.ts'

type Distribute<T> = T extends unknown ? Omit<T, 'at'> : never

export const KIT = 'aB3dE9'

export class HandWritten {
  readonly entries: Entry[] = []
  #at = 1_000_000

  /** Time goes by. */
  wait(seconds: number): this {
    this.#at += seconds * 1_000
    return this
  }

  write(entry: Distribute<Entry>): this {
    this.#at += 10
    this.entries.push({ at: this.#at, ...entry } as Entry)
    return this
  }

  deed(device: string, deed: Deed): this {
    return this.write({ is: 'deed', device, tab: 0, who: 'maria', ...deed })
  }

  typed(device: string, line: string, field: Field, before: string, value: string): this {
    return this.deed(device, { did: 'typed', kit: KIT, line, field, before, value, shown: value })
  }

  deleted(device: string, line: string): this {
    return this.deed(device, { did: 'deleted', kit: KIT, line })
  }

  /** The server has stored a value of this device. */
  stored(device: string, row: string, cell: string, value: unknown): this {
    const pushed = [{ kind: 'line', row, cell, value, said: 'stored' as const }]
    const call = { principal: 'u:1', status: 200, pulled: [], fault: 'none' }
    return this.write({ is: 'call', device, pushed, ...call })
  }

  says(device: string, chip: string): this {
    const until = this.#at + 50
    const where = { device, tab: 0, who: 'maria', path: `/builder?build=${KIT}` }
    return this.write({ is: 'look', ...where, chip, until })
  }

  /** The end: what each device shows, and what its drawer offers. */
  ends(screens: Record<string, readonly ShownLine[]>, offers: readonly Offer[] = []): Entry[] {
    this.wait(60).write({ is: 'quiet' })
    for (const [device, lines] of Object.entries(screens)) {
      const kit: ShownKit = { kit: KIT, kitName: '', notes: '', lines }
      const where = { device, tab: 0, who: 'maria' }
      this.write({ is: 'final', ...where, chip: 'Sync: synced', kit, comments: [] })
      this.write({ is: 'drawer', ...where, offers })
    }
    return this.write({ is: 'end' }).entries
  }
}

/** A line as a screen shows it, with what is not named as nobody typed it. */
export const line = (id: string, shown: Partial<ShownLine>): ShownLine => ({
  id,
  name: '',
  manufacturer: '',
  partNumber: '',
  price: '',
  qty: '1',
  status: 'need',
  ...shown,
})
