/**
 * A version: the whole content of a kit at the moment somebody pressed Save Kit. Inserted once,
 * never changed; only an account has any.
 */
import type { KindRule } from './define.ts'

import { integer, judged } from './define.ts'
import { MAX_KIT_BYTES, MAX_LINES } from './kit.ts'

export const MAX_VERSIONS = 50

export const versionRule: KindRule = {
  inKit: true,
  insertOnce: true,
  writers: 'account',
  required: ['savedAt'],
  cells: {
    savedAt: integer(0, Number.MAX_SAFE_INTEGER, 'invalid_time'),
    lineCount: integer(0, MAX_LINES, 'invalid_count'),
    total: integer(0, Number.MAX_SAFE_INTEGER, 'invalid_total'),
    body: judged((value) =>
      typeof value === 'string' && value.length <= MAX_KIT_BYTES ? null : 'too_long',
    ),
  },
}
