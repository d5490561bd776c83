import { firstOf } from '../text/quoted.ts'
import { t } from '../words/words.ts'

const MONTH = '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zé]*\\.?'
/** Spreadsheets show long numbers as powers of ten, and "12-3" as a day; workbooks keep that. */
const CHANGED = new RegExp(
  `^(?:\\d(?:[.,]\\d+)?E\\+?\\d{2}|\\d{1,2}[-. ]${MONTH}|${MONTH}[-. ]\\d{2}|\\d{4}-\\d\\d-\\d\\d)$`,
  'iu',
)

/** Note on part numbers that a spreadsheet took for numbers or days; false without any. */
export function changedWords(partNumbers: readonly unknown[]): string | false {
  const changed = partNumbers.filter((one) => typeof one === 'string' && CHANGED.test(one))
  const what = firstOf([...new Set(changed.map(String))])
  return (
    changed.length > 0 &&
    t(
      'A spreadsheet may have changed these part numbers: {what}. Compare them with the original.',
      {
        what,
      },
    )
  )
}
