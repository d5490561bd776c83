import type { Fill } from '../../autofill/fillState.ts'

/** What is said of a row that is filled in from its link. */
export function fillText({ kind, host, reason }: Fill): string {
  if (kind === 'failed') return reason
  if (kind !== 'waiting') return `Filling in from ${host}…`
  return reason === ''
    ? `Waits for signal, then it is filled in from ${host}.`
    : `${reason} It is tried again by itself.`
}
