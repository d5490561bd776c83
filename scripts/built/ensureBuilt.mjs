// From a fresh clone, or from changed sources, to a built server. Plain Node until it is installed.
import { ensureInstalled } from '../install.mjs'
import { isStale } from './staleness.mjs'

/** Installs and builds what is missing; ends the process with a sentence when that fails. */
export async function ensureBuilt() {
  const mustBuild = isStale()
  ensureInstalled({ dev: mustBuild })
  if (!mustBuild) return
  console.log('Building Wrenchlist.')
  const { build } = await import('../build.mjs')
  try {
    await build()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
