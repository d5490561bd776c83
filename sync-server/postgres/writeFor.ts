import { chmodSync, lchownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { RunAs } from './runAs.ts'

/**
 * Writes a small file in a folder that may be somebody else's: whole or not at all, theirs, and in
 * the place of a link instead of where it leads.
 */
export function writeFor(runAs: RunAs, path: string, text: string, mode = 0o644): void {
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  try {
    // Exclusive: what somebody put there meanwhile is not followed.
    writeFileSync(draft, text, { flag: 'wx', mode })
    chmodSync(draft, mode)
    if (runAs) lchownSync(draft, runAs.uid, runAs.gid)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
