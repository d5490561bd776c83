/** Texts as bodies and queries bring them: so long at most, and of characters that can be stored. */
import { z } from 'zod'

import { isStorable } from '#shared/define.ts'
import { sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'

const noLonger = (text: z.ZodString, max: number) =>
  text.max(max, { error: () => t('at most {max} characters', { max }) })

export const anyText = (max: number) =>
  noLonger(z.string(), max).refine(isStorable, sentenceOf('bad_characters'))

export const trimmed = (max: number) =>
  noLonger(z.string().trim(), max).refine(isStorable, sentenceOf('bad_characters'))

/** A whole number in a query, from 1. */
export const countTo = (most: number, usual: number) => {
  const error = () => t('a number from 1 to {most}', { most })
  return z
    .string()
    .regex(/^\d{1,4}$/, { error })
    .default(String(usual))
    .transform(Number)
    .refine((count) => count >= 1 && count <= most, { error })
}

/** One line: without control characters. */
export const oneLine = (max: number) =>
  noLonger(z.string().trim(), max).refine(
    (text) => isStorable(text) && !/\p{Cc}/u.test(text),
    sentenceOf('bad_characters'),
  )
