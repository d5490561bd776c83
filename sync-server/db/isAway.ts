/** Whether the database was unavailable: not the request's fault, and a retry may work. */

/**
 * SQLSTATE classes: failed connections, a server without room or in shutdown (53, 57), timeouts and
 * serialization failures; and Node's socket errors.
 */
const CODE = /^(?:08|53|57|55P03|25P03|40)|^E(?:CONN|TIMEDOUT|PIPE|HOST|NET|NOTFOUND|AI_AGAIN)/

/** Messages of pg itself, which have no code. */
const SENTENCE =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying to connect|Client was closed|Unable to acquire a connection|Query read timeout)/

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'KnexTimeoutError') return true
  if (error instanceof AggregateError) return error.errors.some(isAway)
  const code = 'code' in error ? String(error.code) : ''
  // The socket file of a PostgreSQL that is just restarting.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  // Node's socket messages end in the address; knex puts the statement in front of others.
  return CODE.test(code) || SENTENCE.test(error.message.split(' - ').at(-1) ?? '')
}

/** The disk of the database, or of the server's own files. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:53100|ENOSPC)$/.test(String(error.code))

/** Whether the error makes its connection useless. */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(?:08|57P|25P03|ECONN|EPIPE|ETIMEDOUT)/.test(code) || SENTENCE.test(error.message)
}
