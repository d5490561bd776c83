import { fold } from '../text/fold.ts'
import { collapseBlanks } from '../text/trimEndOf.ts'

/** Heading of a column without accents, brackets and currency: "Unit Price (USD):" is "unit price". */
export function headWords(head: string): string {
  const plain = fold(head).replaceAll('_', ' ')
  const words = collapseBlanks(
    plain.replaceAll(/[([][^()[\]]*[)\]]|[$€£¥:*?]|\b(in )?(usd|eur|gbp|cad|aud|chf|jpy)\b/g, ' '),
  )
  return words === '' ? plain.trim() : words
}
