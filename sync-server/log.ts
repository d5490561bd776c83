/** The log: JSON lines that name no address, password or token. */
import { pino, type DestinationStream, type Logger } from 'pino'

import type { Env } from './env.ts'

/** PostgreSQL quotes whole rows in these, with addresses and hashes. */
const QUOTES_ROWS = ['detail', 'where', 'parameters', 'bindings']

export function createLog(level: Env['LOG_LEVEL'], destination: DestinationStream): Logger {
  const paths = QUOTES_ROWS.flatMap((name) => [`err.${name}`, `err.cause.${name}`])
  return pino({ level, redact: { paths, remove: true } }, destination)
}
