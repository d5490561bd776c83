import type { Knex } from 'knex'

/**
 * Searched texts lose their accents, as the words of a search now do: "olfilter" finds "Ölfilter".
 * Only texts beyond ASCII change.
 */
const FOLDED = `replace(replace(replace(replace(replace(replace(replace(normalize(
  regexp_replace(normalize(search, NFKD), '([a-z])[\\u0300-\\u036f]+', '\\1', 'g'), NFC),
  'ß', 'ss'), 'ı', 'i'), 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'æ', 'ae'), 'œ', 'oe')`

export async function up(knex: Knex): Promise<void> {
  for (const table of ['kits', 'listings', 'parts'])
    await knex.raw(`update ${table} set search = ${FOLDED} where search ~ '[^\\x01-\\x7f]'`)
}
