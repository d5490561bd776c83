/** XML as programs write it for one another, tag by tag. */
import { rests } from '../packed.ts'

type Values = Readonly<Record<string, string>>

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)(?![\w.:-])((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>([^<]*)/g
const ATTRIBUTE = /(?<![\w.-])([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * @param take gets the name of a tag, "/c" where "c" ends, the text up to the next, and attributes
 * @throws for comments and the like, which would be read as something else
 */
export async function eachTag(
  xml: string,
  take: (name: string, text: string, given: string) => void,
): Promise<void> {
  if (xml.includes('<!')) throw new Error('no plain XML')
  const rest = rests()
  for (const [, slash = '', name = '', given = '', text = ''] of xml.matchAll(TAG)) {
    take(slash + name, given.endsWith('/') ? '' : text, given)
    await rest()
  }
}

/** Attributes of a tag, without namespaces. */
export function valuesOf(given: string): Values {
  const all = given.matchAll(ATTRIBUTE)
  return Object.fromEntries(Array.from(all, ([, key, one, two]) => [key, plain(one ?? two ?? '')]))
}

/** Attributes of every tag of a name. */
export async function valuesIn(xml: string, tag: string): Promise<Values[]> {
  const all: Values[] = []
  await eachTag(xml, (name, _, given) => void (name === tag && all.push(valuesOf(given))))
  return all
}

const NAMED: Values = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text without the escapes of XML and, for control characters, of spreadsheets. */
export const plain = (text: string): string =>
  text
    .replaceAll(/&(?:#(x?)([\da-f]+)|(\w+));/gi, (all: string, hex: string, code = '', name = '') =>
      code ? String.fromCodePoint(parseInt(code, hex ? 16 : 10)) : (NAMED[name] ?? all),
    )
    .replaceAll(/_x([\da-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
