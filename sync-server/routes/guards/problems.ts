/** Turns thrown errors into answers: expected ones speak, bugs reveal nothing. */
import type { Middleware } from 'koa'
import type { Logger } from 'pino'

import type { Place } from '../../errors/serverErrors.ts'
import type { Metrics } from '../../metrics/metrics.ts'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { z } from 'zod'
import { isAway, isDiskFull } from '../../db/isAway.ts'
import { requestId } from '../../log/requestId.ts'
import { loggedPath, type Logged } from '../../http/requestLog.ts'

/**
 * Outermost middleware of the API: `{ error, code, field? }` with a sentence for people.
 * @param record receives unexpected errors, for administrators
 */
export function problems(
  { log, metrics }: { log: Logger; metrics: Metrics },
  record: (error: unknown, place: Place) => void,
): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const problem = problemOf(error)
      if (!problem) {
        const path = loggedPath(ctx.path)
        log.error({ err: error, path }, 'unexpected failure')
        record(error, { method: ctx.method, path, requestId: requestId() })
      }
      const shown = problem ?? new Problem('unexpected', 500, unexpected(requestId()))
      metrics.refused(shown.code)
      ;(ctx.state as Logged).refusal = shown.code
      ctx.status = shown.status
      if (shown.retryAfter !== undefined) ctx.set('Retry-After', String(shown.retryAfter))
      ctx.body = {
        error: shown.message,
        code: shown.code,
        ...(shown.field === undefined ? {} : { field: shown.field }),
        ...shown.facts,
      }
    }
  }
}

/** Message for a bug: only its request id, as in log and report. */
function unexpected(id: string | undefined): string {
  const sentence = t('Something went wrong on our side. Please try again.')
  return id === undefined
    ? sentence
    : `${sentence} ${t('Should it stay so, tell us this number: {id}', { id })}`
}

/** The Problem behind an error; null for a bug. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  if (error instanceof z.core.$ZodError) return problemOfZod(error)
  if (isDiskFull(error)) {
    const sentence = t(
      'The server has no room left, so this was not saved. Please try again later.',
    )
    return new Problem('unavailable', 503, sentence, { retryAfter: 60 })
  }
  if (isAway(error)) {
    const sentence = t('The database is busy. Please try again in a moment.')
    return new Problem('unavailable', 503, sentence, { retryAfter: 5 })
  }
  // Koa and the router throw these for bad requests, such as a malformed percent-escape.
  if (error instanceof Error && 'status' in error && 'expose' in error && error.expose === true) {
    return new Problem('bad_request', Number(error.status) || 400, error.message)
  }
  if (error instanceof URIError)
    return new Problem('bad_path', 400, t('The address is not readable.'))
  return null
}

/** Names the first wrong field: "parts[3].unitPrice". */
function problemOfZod(error: z.core.$ZodError): Problem {
  const issue = error.issues[0]
  const field = (issue?.path ?? [])
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
  const sentence = issue?.message ?? 'not readable'
  return new Problem('invalid', 422, field ? `${field}: ${sentence}` : sentence, {
    field: field || 'body',
  })
}
