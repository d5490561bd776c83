import { chmodSync, lchownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { RunAs } from './runAs.ts'

/**
 * Writes a small file atomically into a folder that may be another user's: owned by that user, and
 * replacing a link instead of following it.
 */
export function writeFor(runAs: RunAs, path: string, text: string, mode = 0o644): void {
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  try {
    // Exclusive: does not follow a link put there meanwhile.
    writeFileSync(draft, text, { flag: 'wx', mode })
    chmodSync(draft, mode)
    if (runAs) lchownSync(draft, runAs.uid, runAs.gid)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
