/** Seeded workloads: the same edits on every machine, so that bytes can be compared exactly. */
import type { EditEnv } from '../../../app/data/device/store.ts'
import type { Json } from '#shared/cells/cells.ts'
import type { Change } from '../../../app/data/sync/write/writeCells.ts'

import { openIdentity } from '../../../app/data/device/clock.ts'
import { edit } from '../../../app/data/sync/write/edit.ts'
import { MemoryStore } from '../../../app/data/device/testMemoryStore.ts'
import { Lots } from '#shared/testSeeded.ts'
import { newBuildId, newId } from '#shared/ids.ts'

const PARTS = [
  'Engine oil',
  'Oil filter',
  'Drain plug',
  'Sealing ring',
  'Brake cleaner',
  'Air filter',
  'Spark plug',
  'Coolant',
  'Timing belt',
  'Water pump',
  'Brake pads',
  'Rotor',
]
const MAKERS = ['Corvane', 'Halden', 'Northgate', 'Tessmer', 'Ostro', 'Pellworth']
const WORDS = [
  'torque',
  'to',
  '30',
  'Nm',
  'new',
  'seal',
  'every',
  'time',
  'check',
  'level',
  'twice',
  'warm',
  'engine',
  'first',
  'remove',
  'belly',
  'pan',
  'ten',
  'screws',
  'clean',
  'thread',
]

/** A device in memory whose clock only moves when told to. */
export class Device extends Lots {
  readonly store = new MemoryStore()
  now = 1_790_000_000_000
  readonly env: EditEnv
  readonly kits: { id: string; buildId: string; lines: string[] }[] = []

  private constructor(seed: number) {
    super(seed)
    this.env = { store: this.store, now: () => this.now, random: this.random }
  }

  /** A device that has drawn its identity. */
  static async start(seed: number): Promise<Device> {
    const device = new Device(seed)
    await openIdentity(device.store, device.random)
    return device
  }

  /** Time between two actions of a person, 1 to 8 seconds. */
  wait(): void {
    this.now += 1_000 + Math.floor(this.chance() * 7_000)
  }

  async edit(...changes: Change[]): Promise<void> {
    const buildIds = new Map(this.kits.map((kit) => [kit.id, kit.buildId]))
    await edit(this.env, changes, { buildIds })
  }

  sentence(words: number): string {
    return Array.from({ length: words }, () => this.pick(WORDS)).join(' ')
  }

  /** A kit of `lines` filled lines, each entered in one go. */
  async addKit(lines: number): Promise<void> {
    const id = newId(this.random)
    const kit = { id, buildId: newBuildId(this.random), lines: [] as string[] }
    this.kits.push(kit)
    await this.edit({
      kind: 'kit',
      id,
      kit: id,
      cells: {
        name: `${this.pick(MAKERS)} ${this.sentence(2)}`,
        task: this.pick(['Oil Change', 'PCV Replacement', 'Tire Replacement']),
        vehicle: {
          year: 1990 + Math.floor(this.chance() * 35),
          make: 'Audi',
          model: this.pick(['S4', 'A4', 'A6']),
        },
        notes: this.sentence(20),
      },
    })
    for (let at = 0; at < lines; at++) {
      this.wait()
      const line = newId(this.random)
      kit.lines.push(line)
      const cells: Record<string, Json> = {
        ord: `a${at.toString(36)}`,
        name: `${this.pick(PARTS)} ${this.sentence(1)}`,
        manufacturer: this.pick(MAKERS),
        partNumber: `${this.pick(['N', 'W', '06E'])}${Math.floor(this.chance() * 1e6)}`,
        price: Math.floor(this.chance() * 20_000),
        qty: 1 + Math.floor(this.chance() * 4),
        link: `https://shop.example/p/${Math.floor(this.chance() * 1e6)}`,
      }
      await this.edit({ kind: 'line', id: line, kit: id, cells })
    }
  }

  /** One single-cell edit: 40 % quantity, 40 % price, 20 % notes. */
  async scatteredEdit(): Promise<void> {
    this.wait()
    const kit = this.pick(this.kits)
    const dice = this.chance()
    if (dice < 0.2) {
      const notes = this.sentence(20)
      return this.edit({ kind: 'kit', id: kit.id, kit: kit.id, cells: { notes } })
    }
    const cells =
      dice < 0.6
        ? { qty: Math.floor(this.chance() * 20) }
        : { price: Math.floor(this.chance() * 20_000) }
    return this.edit({ kind: 'line', id: this.pick(kit.lines), kit: kit.id, cells })
  }
}
