/** Spool folder of feeds being read: in the data folder, as /tmp may be memory. */
import type { Env } from '../env/env.ts'

import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than any file takes to fetch, wait and read. */
const KEPT_MS = 24 * 3_600_000

const placeIn = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) => join(DATA_DIR, 'spool')

/** The last file that was uploaded for a source; it stays until it is decided about, or for a day. */
export const keptFile = (env: Pick<Env, 'DATA_DIR'>, sourceId: string) =>
  join(placeIn(env), sourceId, 'feed')

/** @param folder of one file */
export async function keepFile(
  env: Pick<Env, 'DATA_DIR'>,
  sourceId: string,
  folder: string,
): Promise<void> {
  await dropFile(env, sourceId)
  await rename(folder, join(placeIn(env), sourceId))
}

export const dropFile = (env: Pick<Env, 'DATA_DIR'>, sourceId: string) =>
  rm(join(placeIn(env), sourceId), { recursive: true, force: true })

/** A folder for one file; the caller removes it. */
export async function spoolFolder(env: Pick<Env, 'DATA_DIR'>): Promise<string> {
  await mkdir(placeIn(env), { recursive: true, mode: 0o700 })
  return mkdtemp(join(placeIn(env), 'file-'))
}

/** Removes folders of crashed servers. @param now milliseconds since 1970 */
export async function clearSpool(env: Pick<Env, 'DATA_DIR'>, now: number): Promise<void> {
  for (const name of await readdir(placeIn(env)).catch(() => [])) {
    const folder = join(placeIn(env), name)
    const found = await stat(folder).catch(() => null)
    if (found && found.mtimeMs < now - KEPT_MS) await rm(folder, { recursive: true, force: true })
  }
}
