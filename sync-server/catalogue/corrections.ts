/**
 * Corrections by hand, which outlive imports: `stands` is in the catalogue, and what sources say is
 * kept beside it. corrections/ makes them.
 */
import type { Knex } from 'knex'

import type { Json } from '#shared/cells/cells.ts'

import { groupBy } from '#shared/lists.ts'
import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { type IncomingPart, partKeys } from './incoming.ts'

export type CorrectionKind = 'field' | 'reference' | 'fit' | 'offer'
export type Columns = Record<string, Json>

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export interface Correction {
  id: string
  part_id: string
  kind: CorrectionKind
  key: string
  /** The sources' value; null for none. */
  said: Json
  /** The corrected value; null for none. */
  stands: Json
}

/** Identity of a fit within a part. */
export const fitKey = (fit: { make: string; model: string; yearFrom: number }): string =>
  JSON.stringify([fit.make.toLowerCase(), fit.model.toLowerCase(), fit.yearFrom])

export const referenceKey = ({ number, brand }: { number: string; brand: string }): string =>
  JSON.stringify([partNumberKey(number), brandKey(brand)])

interface Named {
  /** Index in the list that was asked about. */
  nth: number
  /** Under the catalogue's number and brand. */
  part: IncomingPart
  /** The part it was merged into: only its fits and cross references count. */
  mergedInto: string | null
}

interface AliasRow {
  nth: number
  kind: 'renamed' | 'merged' | 'removed'
  part_id: string | null
  number: string
  brand: string
}

/** Parts under the catalogue's names, without removed ones. */
export async function namedHere(db: Knex, parts: readonly IncomingPart[]): Promise<Named[]> {
  const asked = parts.map((part, nth) => ({ nth, ...partKeys(part) }))
  const { rows } = await db.raw<{ rows: AliasRow[] }>(
    `select r.nth, a.kind, a.part_id, p.number, p.brand
     from jsonb_to_recordset(?::jsonb) as r(nth int, number_key text, brand_key text)
     join part_aliases a using (number_key, brand_key) left join parts p on p.id = a.part_id`,
    [JSON.stringify(asked)],
  )
  const aliases = new Map(rows.map((row) => [row.nth, row]))
  return parts.flatMap((part, nth): Named[] => {
    const alias = aliases.get(nth)
    if (!alias) return [{ nth, part, mergedInto: null }]
    if (alias.part_id === null) return []
    const { number, brand } = alias
    return [
      {
        nth,
        part: { ...part, number, brand },
        mergedInto: alias.kind === 'merged' ? alias.part_id : null,
      },
    ]
  })
}

/** Corrections of some parts while they are stored, and the sources' values beside them. */
export class Corrections {
  readonly #byPart: ReadonlyMap<string, Correction[]>
  readonly #idByKey: ReadonlyMap<string, string>
  readonly #said = new Map<string, { id: string; said: Json }>()

  private constructor(rows: readonly Correction[], idByKey: ReadonlyMap<string, string>) {
    this.#idByKey = idByKey
    this.#byPart = groupBy(rows, (row) => row.part_id)
  }

  /**
   * Locks existing parts, so that nobody corrects one before it is stored.
   * @param keys identityOf() of parts
   * @param others ids of further parts
   */
  static async read(
    trx: Knex,
    keys: readonly string[],
    others: readonly string[],
  ): Promise<Corrections> {
    const { rows: known } = await trx.raw<{ rows: { id: string; key: string }[] }>(
      `select p.id, r.key from unnest(:keys::text[]) as r(key)
       join parts p on p.number_key = split_part(r.key, '|', 1)
         and p.brand_key = split_part(r.key, '|', 2)
       order by r.key for update of p`,
      { keys },
    )
    const ids = [...known.map(({ id }) => id), ...others]
    const rows: Correction[] = await trx('part_corrections').whereRaw(
      'part_id = any(?::bigint[])',
      [ids],
    )
    return new Corrections(rows, new Map(known.map(({ id, key }) => [key, id])))
  }

  /** The part without facts that stand or were taken out by hand. */
  apply(part: IncomingPart, mergedInto: string | null): IncomingPart {
    const id = mergedInto ?? this.#idByKey.get(identityOf(part)) ?? ''
    const own = this.#byPart.get(id)
    if (!own) return part
    const by = new Map(own.map((one) => [`${one.kind} ${one.key}`, one]))
    const isOpen = (name: string, said: Json): boolean => {
      const correction = by.get(name)
      if (correction) this.#note(correction, said)
      return !correction
    }
    return {
      ...part,
      fits: part.fits.filter((fit) => isOpen(`fit ${fitKey(fit)}`, { ...fit })),
      crossReferences: part.crossReferences.filter((one) =>
        isOpen(`reference ${referenceKey(one)}`, { ...one }),
      ),
    }
  }

  /** Stores the sources' values. */
  async store(trx: Knex): Promise<void> {
    if (this.#said.size === 0) return
    await trx.raw(
      `update part_corrections c set said = r.said
       from jsonb_to_recordset(?::jsonb) as r(id bigint, said jsonb)
       where c.id = r.id and c.said is distinct from r.said`,
      [JSON.stringify([...this.#said.values()])],
    )
  }

  #note({ id }: Correction, said: Json): void {
    this.#said.set(id, { id, said })
  }
}

/** Comparison key of a part: number and brand. */
export function identityOf({ number, brand }: { number: string; brand: string }): string {
  return `${partNumberKey(number)}|${brandKey(brand)}`
}
