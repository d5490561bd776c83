/** A kit for export: lists, files and paper. Pure. */
import type { LineValues } from '#shared/kinds/line.ts'
import type { PriceOrigin } from '../data/prices/priceOrigins.ts'

import { type Kit, isBlankLine, isNamed, kitTitle } from '#shared/kinds/kit.ts'
import { type PriceSum, priceSum } from '#shared/kinds/priceSum.ts'
import { linkHost } from '#shared/links.ts'
import { type Step, isBlankStep } from '#shared/kinds/step.ts'
import { vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { dayWords } from '#shared/words/days.ts'
import { t, worded } from '#shared/words/words.ts'

export interface TableRow extends LineValues {
  id: string
  /** Shop's host, '' for none. */
  merchant: string
  /** Origin and date of the price: "price entered by hand on Nov 22, 2026". */
  priceNote: string
}

export interface KitTable {
  /** Stored values, for re-import. */
  kit: Pick<Kit, 'id' | 'name' | 'task' | 'vehicle' | 'currency' | 'rates'>
  title: string
  /** Vehicle and task, '' for neither. */
  about: string
  notes: string
  rows: TableRow[]
  sum: PriceSum
  steps: Step[]
  /** The kit's URL, '' until synced. */
  url: string
  /** Export day: "Nov 22, 2026". */
  day: string
}

export function kitTable(
  kit: Kit,
  origins: ReadonlyMap<string, PriceOrigin>,
  { url, now }: { url: string; now: number },
): KitTable {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const { vehicle, task, currency, rates } = kit
  const car = vehicle && [vehicleTitle(vehicle), vehicleDetail(vehicle)].filter(Boolean).join(', ')
  // An unnamed kit's title has both already.
  const about = isNamed(kit.name) ? [car, worded(task)].filter(Boolean).join('. ') : ''
  return {
    kit: {
      id: kit.id,
      name: kit.name,
      task,
      vehicle,
      ...(currency && { currency }),
      ...(rates && { rates }),
    },
    title: kitTitle(kit, t('Parts list')),
    about,
    notes: kit.notes,
    rows: lines.map((line) => ({
      ...line,
      name: line.name || line.partNumber || linkHost(line.link) || t('Part'),
      merchant: linkHost(line.link),
      priceNote: line.price === null ? '' : noteOf(origins.get(line.id)),
    })),
    sum: priceSum(lines, kit),
    steps: kit.steps.filter((step) => !isBlankStep(step)),
    url,
    day: dayWords(now),
  }
}

function noteOf(origin: PriceOrigin | undefined): string {
  if (!origin) return ''
  const day = dayWords(origin.at)
  if (origin.by === 'hand') return t('price entered by hand on {day}', { day })
  if (origin.by === 'unknown') return t('price as of {day}', { day })
  return origin.merchant === undefined
    ? t('price of the shop on {day}', { day })
    : t('price of {merchant} on {day}', { merchant: origin.merchant, day })
}

/** Shop and price note: "shop.example, price entered by hand on Nov 22, 2026". */
export function sourceOf({ merchant, priceNote }: TableRow): string {
  return [merchant, priceNote].filter(Boolean).join(', ')
}
