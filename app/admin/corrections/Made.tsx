import type { ByHand } from '#shared/catalogue/correction.ts'
import { t } from '#shared/words/words.ts'

import { useWhen } from '../desk/AdminList.tsx'

interface Sentences {
  by: (by: string, time: string) => string
  alone: (time: string) => string
}

const SENTENCES = {
  corrected: {
    by: (by, time) => t('Corrected by {by}, {time}.', { by, time }),
    alone: (time) => t('Corrected {time}.', { time }),
  },
  said: {
    by: (by, time) => t('Said by {by}, {time}.', { by, time }),
    alone: (time) => t('Said {time}.', { time }),
  },
  removed: {
    by: (by, time) => t('Taken out by {by}, {time}.', { by, time }),
    alone: (time) => t('Taken out {time}.', { time }),
  },
  merged: {
    by: (by, time) => t('Merged into this by {by}, {time}.', { by, time }),
    alone: (time) => t('Merged into this {time}.', { time }),
  },
  renamed: {
    by: (by, time) => t('Renamed by {by}, {time}.', { by, time }),
    alone: (time) => t('Renamed {time}.', { time }),
  },
} as const satisfies Record<string, Sentences>

/** "Taken out by boss, yesterday" */
export function Made({
  act,
  hand: { by, at },
}: {
  act: keyof typeof SENTENCES
  hand: ByHand
}): string {
  const time = useWhen()(at)
  return by ? SENTENCES[act].by(by, time) : SENTENCES[act].alone(time)
}
