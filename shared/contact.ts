/** A message to the operators of this installation. */
import * as z from 'zod/mini'

import { email } from './account.ts'
import { isStorable } from './define.ts'
import { saying, t } from './words/words.ts'

export const MAX_CONTACT_NAME = 100
export const MAX_CONTACT_MESSAGE = 5_000
/** Retention in days. */
export const CONTACT_KEPT_DAYS = 365

interface Words {
  required: () => string
  long: () => string
  strange: () => string
}

const line = (max: number, { required, long, strange }: Words) =>
  z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required }),
      z.maxLength(max, { error: long }),
      z.refine(isStorable, { error: strange }),
    )

/** Control characters and line breaks, which no name needs. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/u

/** `POST /api/contact`. The name is one line: a line break could forge a second mail. */
export const contactForm = z.object({
  name: line(MAX_CONTACT_NAME, {
    required: () => t('Name is required'),
    long: () => t('Name must be at most {most} characters', { most: MAX_CONTACT_NAME }),
    strange: () => t('Name holds characters that cannot be stored'),
  }).check(z.refine((value) => !CONTROLS.test(value), saying('Name must be one line'))),
  email,
  message: line(MAX_CONTACT_MESSAGE, {
    required: () => t('Message is required'),
    long: () => t('Message must be at most {most} characters', { most: MAX_CONTACT_MESSAGE }),
    strange: () => t('Message holds characters that cannot be stored'),
  }),
})
export const contactAnswer = line(MAX_CONTACT_MESSAGE, {
  required: () => t('Answer is required'),
  long: () => t('Answer must be at most {most} characters', { most: MAX_CONTACT_MESSAGE }),
  strange: () => t('Answer holds characters that cannot be stored'),
})
export type ContactForm = z.infer<typeof contactForm>
