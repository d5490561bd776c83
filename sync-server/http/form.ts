import type { Context } from 'koa'

import * as z from 'zod/mini'

import { Problem } from '#shared/problem.ts'
import { readJson } from './body.ts'

/** Above any form; the general limit is for sync. */
const MAX_FORM_BYTES = 16 * 1024

/**
 * Reads a form: only the schema's fields. Throws 422 with the first wrong field and the schema's
 * sentence, which the screen shows beside that field.
 */
export async function readForm<T>(
  ctx: Context,
  schema: z.core.$ZodType<T>,
  maxBytes = MAX_FORM_BYTES,
): Promise<T> {
  const body = await readJson(ctx, maxBytes)
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new Problem('invalid', 422, issue?.message ?? 'not readable', {
    field: issue?.path.join('.') || 'body',
  })
}
