import { Problem } from '#shared/problem.ts'

/**
 * Ends the process with what went wrong on stderr. Our own sentences are plain Errors and Problems;
 * of anything else the place matters too.
 */
export function giveUp(error: unknown): never {
  const isSentence =
    error instanceof Problem || (error instanceof Error && error.constructor === Error)
  const text = isSentence ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** For commands: a signal ends them with all they have started. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => process.exit(130))
}
