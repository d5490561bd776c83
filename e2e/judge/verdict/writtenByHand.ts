// Journals written by hand, for the judge's own tests: maria at her desk and her laptop, one kit.
import type { Deed, Entry, Field, Offer, ShownLine, WireCell } from '../journal.ts'

type Distribute<T> = T extends unknown ? Omit<T, 'at'> : never

export const KIT = 'aB3dE9'

export class HandWritten {
  readonly entries: Entry[] = []
  #at = 1_000_000
  #kit = KIT
  readonly #signedOut = new Set<string>()

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
    return this.write({ is: 'deed', ...this.#where(device), ...deed })
  }

  #where(device: string) {
    return { device, tab: 0, who: this.#signedOut.has(device) ? 'no account' : 'maria' }
  }

  signsOut(device: string): this {
    this.deed(device, { did: 'signedOut' }).#signedOut.add(device)
    return this
  }

  /** Maria comes in at this device, which gives her these kits. */
  signsIn(device: string, takes: readonly string[]): this {
    this.deed(device, { did: 'signedIn', account: 'maria', takes }).#signedOut.delete(device)
    return this
  }

  /** From here on everybody is in this kit. */
  turnsTo(kit: string): this {
    this.#kit = kit
    return this
  }

  typed(device: string, line: string, field: Field, before: string, value: string): this {
    return this.deed(device, {
      did: 'typed',
      kit: this.#kit,
      line,
      field,
      before,
      value,
      shown: value,
    })
  }

  deleted(device: string, line: string): this {
    return this.deed(device, { did: 'deleted', kit: this.#kit, line })
  }

  /** The server has stored a value of this device. */
  stored(device: string, row: string, cell: string, value: unknown): this {
    return this.answered(device, row, cell, value, 'stored')
  }

  /** A value of this device has been at the server. */
  answered(
    device: string,
    row: string,
    cell: string,
    value: unknown,
    said: NonNullable<WireCell['said']>,
  ): this {
    const pushed = [{ kind: 'line', row, cell, value, said }]
    const call = { principal: 'u:1', status: 200, pulled: [], fault: 'none' }
    return this.write({ is: 'call', device, pushed, ...call })
  }

  /** A device has read a value. */
  pulled(device: string, row: string, cell: string, value: unknown): this {
    const pulled = [{ kind: 'line', row, cell, value }]
    const call = { principal: 'u:1', status: 200, pushed: [], fault: 'none' }
    return this.write({ is: 'call', device, pulled, ...call })
  }

  says(device: string, chip: string): this {
    const until = this.#at + 50
    const path = `/builder?build=${this.#kit}`
    return this.write({ is: 'look', ...this.#where(device), path, chip, until })
  }

  /** A look at the table of the kit. */
  sees(device: string, lines: readonly ShownLine[]): this {
    const kit = { kit: this.#kit, kitName: '', notes: '', lines }
    const path = `/builder?build=${this.#kit}`
    return this.write({ is: 'look', ...this.#where(device), path, chip: '', until: this.#at, kit })
  }

  /** What a device shows of the kit at the end. */
  endsWith(device: string, lines: readonly ShownLine[]): this {
    const kit = { kit: this.#kit, kitName: '', notes: '', lines }
    const chip = 'Sync: synced'
    return this.write({ is: 'final', ...this.#where(device), chip, kit, comments: [] })
  }

  /** The end: what each device shows, and what its drawer offers. */
  ends(screens: Record<string, readonly ShownLine[]>, offers: readonly Offer[] = []): Entry[] {
    this.wait(60).write({ is: 'quiet' })
    for (const [device, lines] of Object.entries(screens)) {
      this.endsWith(device, lines).write({ is: 'drawer', ...this.#where(device), offers })
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
