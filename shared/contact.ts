/** A message to the people who run this installation. */
import * as z from 'zod/mini'

import { email } from './account.ts'
import { isStorable } from './kinds/define.ts'

export const MAX_CONTACT_NAME = 100
export const MAX_CONTACT_MESSAGE = 5_000
/** A message is erased after so many days. */
export const CONTACT_KEPT_DAYS = 365

const line = (max: number, what: string) =>
  z
    .string(`${what} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${what} is required`),
      z.maxLength(max, `${what} must be at most ${max.toLocaleString('en-US')} characters`),
      z.refine(isStorable, `${what} holds characters that cannot be stored`),
    )

/** Ends of lines, tabs and the like, which no name needs. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/u

/** `POST /api/contact`. The name is one line, so that a mail cannot be made to look like two. */
export const contactForm = z.object({
  name: line(MAX_CONTACT_NAME, 'Name').check(
    z.refine((value) => !CONTROLS.test(value), 'Name must be one line'),
  ),
  email,
  message: line(MAX_CONTACT_MESSAGE, 'Message'),
})
/** What an administrator writes back. */
export const contactAnswer = line(MAX_CONTACT_MESSAGE, 'Answer')
export type ContactForm = z.infer<typeof contactForm>
