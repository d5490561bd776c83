// A browser's clock, set wrong by libfaketime: pages, workers and storage alike, on every engine.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What a browser finds in its environment so that its clock is so many seconds ahead, until it is
 * closed: the clock that only counts moves along, and a jump of that one would stop every timer.
 * Undefined where libfaketime is not installed.
 */
export function clockEnv(aheadSeconds: number): Record<string, string> | undefined {
  if (aheadSeconds === 0) return {}
  if (!library) return undefined
  const sign = aheadSeconds < 0 ? '-' : '+'
  return { LD_PRELOAD: library, FAKETIME: `${sign}${Math.abs(aheadSeconds)}s` }
}

const library = findLibrary()

function findLibrary(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  return folders
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file))
}
