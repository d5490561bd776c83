/** Body of `POST /api/auto-save` and `POST /api/kits`, in both spellings of the specification. */
import { z } from 'zod'

import { isBuildId, isId } from '#shared/ids.ts'
import { MAX_LINES, MAX_NAME, MAX_NOTES, MAX_QUANTITY, MAX_TASK } from '#shared/kinds/kit.ts'
import { linkProblem, MAX_LINK_LENGTH } from '#shared/links.ts'
import { isCode, moneyOf, parseCents, priceOf } from '#shared/money/money.ts'
import { sentenceOf } from '#shared/problem.ts'
import { anyText } from '../http/texts.ts'
import { saying } from '#shared/words/words.ts'

const textField = (max: number) => anyText(max).nullish()

const vehicleText = z.union([z.string(), z.number()]).transform(String).pipe(anyText(80)).nullish()

const dollars = z
  .union([z.string().max(30), z.number(), z.null()])
  .transform((value, ctx) => {
    if (value === null || value === '') return null
    const parsed = parseCents(value)
    if ('cents' in parsed) return parsed.cents
    ctx.addIssue({ code: 'custom', message: sentenceOf('invalid_price') })
    return z.NEVER
  })
  .optional()

const quantity = z
  .union([z.string().regex(/^\d{1,9}$/, sentenceOf('invalid_quantity')), z.number()])
  .transform(Number)
  .refine((value) => Number.isInteger(value) && value >= 0 && value <= MAX_QUANTITY, {
    message: sentenceOf('invalid_quantity'),
  })
  .nullish()

const currency = z.string().refine(isCode, sentenceOf('invalid_currency'))

/** A price in another currency than dollars, as in the answers. */
const price = z
  .object({ amount: z.string().max(30), currency })
  .transform(({ amount, currency: code }, ctx) => {
    const money = moneyOf(`${code} ${amount}`)
    if (money) return priceOf(money)
    ctx.addIssue({ code: 'custom', message: sentenceOf('invalid_price') })
    return z.NEVER
  })
  .nullish()

const part = z.object({
  id: z.union([z.string().max(100), z.number()]).nullish(),
  name: textField(MAX_NAME),
  manufacturer: textField(MAX_NAME),
  partNumber: textField(MAX_NAME),
  unitPrice: dollars,
  unit_price: dollars,
  price,
  quantity,
  qty: quantity,
  link: z
    .string()
    .max(MAX_LINK_LENGTH, `at most ${MAX_LINK_LENGTH} characters`)
    .refine((value) => linkProblem(value.trim()) === null, sentenceOf('invalid_link'))
    .nullish(),
})

export const saveBody = z.object({
  /** The kit's currency; absent leaves it unchanged. */
  currency: currency.nullish(),
  buildId: z.string().refine(isBuildId, sentenceOf('invalid_build_id')),
  kitId: z.string().refine(isId, saying('This is not a kit id.')).nullish(),
  kitName: textField(MAX_NAME),
  vehicleYear: vehicleText,
  vehicleMake: vehicleText,
  vehicleModel: vehicleText,
  vehicleTrim: vehicleText,
  vehicleSeries: vehicleText,
  vehicleBodyClass: vehicleText,
  engineCylinders: vehicleText,
  engineDisplacement: vehicleText,
  engineHorsepower: vehicleText,
  engineConfiguration: vehicleText,
  driveType: vehicleText,
  task: textField(MAX_TASK),
  notes: textField(MAX_NOTES),
  parts: z.array(part).max(MAX_LINES, sentenceOf('too_many_lines')).optional(),
})
export type SaveBody = z.infer<typeof saveBody>
