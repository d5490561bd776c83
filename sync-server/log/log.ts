/** The log: JSON lines without addresses, passwords or tokens. */
import { pino, type DestinationStream, type Logger } from 'pino'

import type { Env } from '../env/env.ts'

import { requestId } from './requestId.ts'

/** Fields with whole rows (PostgreSQL), or the request with its token (Node). */
const QUOTES = ['detail', 'where', 'parameters', 'bindings', 'rawPacket']

export function createLog(level: Env['LOG_LEVEL'], destination: DestinationStream): Logger {
  const paths = QUOTES.flatMap((name) => [`err.${name}`, `err.cause.${name}`])
  const mixin = () => {
    const id = requestId()
    return id === undefined ? {} : { requestId: id }
  }
  return pino({ level, mixin, redact: { paths, remove: true } }, destination)
}
