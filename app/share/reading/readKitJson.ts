/** Reads a kit from our own JSON export, validated like a passed-on kit. */
import { foreignJsonOf } from '#shared/tables/foreignJson.ts'
import { DOLLARS, parseCents } from '#shared/money/money.ts'
import { checkPassedKit, type PassedKit } from '#shared/kinds/passedKit.ts'
import { isRecord } from '#shared/shape.ts'
import { t } from '#shared/words/words.ts'

/** @returns null for other text */
export function readKitJson(text: string): PassedKit | { problem: string } | null {
  if (!text.trimStart().startsWith('{')) return null
  const kit = foreignJsonOf(text)
  if (!isRecord(kit) || kit['wrenchlist'] !== 'kit') return null
  if (kit['version'] !== 1) {
    return { problem: t('This kit is from a newer Wrenchlist. Update this one first.') }
  }
  const parts = listIn(kit['parts'])
  const column = (name: string) => parts.map((part) => part[name] ?? '')
  const read = checkPassedKit([
    kit['id'] ?? null,
    kit['name'] ?? '',
    kit['task'] ?? '',
    kit['notes'] ?? '',
    kit['vehicle'] ?? null,
    column('name'),
    column('manufacturer'),
    column('partNumber'),
    column('link'),
    parts.map((part) => centsOf(part['unitPrice'] ?? null)),
    parts.map((part) => part['quantity'] ?? 1),
    listIn(kit['jobSheet']).map(({ what, text: words = '', value = '', unit = '' }) => [
      what,
      words,
      value,
      unit,
    ]),
    kit['currency'] === DOLLARS ? null : (kit['currency'] ?? null),
    kit['rates'] ?? null,
    column('price'),
  ])
  if (read === null) return { problem: t('This kit is damaged. Nothing was taken from it.') }
  return read === 'too_large' ? { problem: t('This kit is larger than a kit may be.') } : read
}

const listIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Invalid prices stay as they are, and are reported later. */
function centsOf(price: unknown): unknown {
  if (typeof price !== 'string' && typeof price !== 'number') return price
  const read = parseCents(price)
  return 'cents' in read ? read.cents : price
}
