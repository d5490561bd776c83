import type { ByHand } from '#shared/catalogue/correction.ts'
import { t } from '#shared/words/words.ts'

import { useWhen } from '../desk/AdminList.tsx'

const SENTENCES = {
  corrected: (made: Naming) => t('Corrected by {by}, {time}.', made),
  said: (made: Naming) => t('Said by {by}, {time}.', made),
  removed: (made: Naming) => t('Taken out by {by}, {time}.', made),
  merged: (made: Naming) => t('Merged into this by {by}, {time}.', made),
  renamed: (made: Naming) => t('Renamed by {by}, {time}.', made),
}
type Naming = Record<'by' | 'time', string>

/** "Taken out by boss, yesterday." */
export function Made({
  act,
  hand: { by, at },
}: {
  act: keyof typeof SENTENCES
  hand: ByHand
}): string {
  const time = useWhen()(at)
  return SENTENCES[act]({ by: by || t('an account that is gone'), time })
}
