import { Problem } from '#shared/problem.ts'

/**
 * Exits with the error on stderr. Plain Errors and Problems are sentences; others print a stack.
 */
export function giveUp(error: unknown): never {
  const isSentence =
    error instanceof Problem || (error instanceof Error && error.constructor === Error)
  const text = isSentence ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** For commands: a signal ends them with their children. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => process.exit(130))
}
