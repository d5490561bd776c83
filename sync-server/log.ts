/** The log: JSON lines that name no address, password or token. */
import { pino, type DestinationStream, type Logger } from 'pino'

import type { Env } from './env.ts'

import { requestId } from './http/requestId.ts'

/** PostgreSQL quotes whole rows in these, with addresses and hashes; Node the request, with its token. */
const QUOTES = ['detail', 'where', 'parameters', 'bindings', 'rawPacket']

export function createLog(level: Env['LOG_LEVEL'], destination: DestinationStream): Logger {
  const paths = QUOTES.flatMap((name) => [`err.${name}`, `err.cause.${name}`])
  const mixin = () => {
    const id = requestId()
    return id === undefined ? {} : { requestId: id }
  }
  return pino({ level, mixin, redact: { paths, remove: true } }, destination)
}
