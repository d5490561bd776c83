/** Letters that have no decomposition. */
const PLAIN: Record<string, string> = { ß: 'ss', ı: 'i', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' }

// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\u0000-\u007f]*$/

/**
 * Folds a text for comparing what people type: lower case, without accents and width variants.
 * Letters of scripts whose marks change the letter, such as Japanese and Russian, keep them.
 */
export function fold(text: string): string {
  // Most texts: a kit index folds many thousands.
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/(?<=[a-z])[\u0300-\u036f]+/gi, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[ßıłøđæœ]/g, (letter) => PLAIN[letter] ?? letter)
}
