/** Another version of Wrenchlist, taken out of git and built in a folder of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, link, mkdir, readFile, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { isInstalled } from '../../scripts/install.mjs'
import { rootFolder } from '../../e2e/server.ts'

/**
 * Builds `commit` in `folder`. With the same lockfile it gets the packages that are here; with
 * another one, `npm ci` fetches its own.
 * @returns its dist folder
 * @throws with what git, npm or the build said
 */
export async function buildVersion(commit: string, folder: string): Promise<string> {
  await mkdir(folder)
  const archive = `${folder}.tar`
  await run('git', ['archive', '--format=tar', '-o', archive, commit], rootFolder)
  await run('tar', ['-xf', archive, '-C', folder], rootFolder)
  const lockfile = (at: string) => readFile(join(at, 'package-lock.json'), 'utf8')
  if (isInstalled() && (await lockfile(folder)) === (await lockfile(rootFolder)))
    await linkFolder(join(rootFolder, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], folder)
  await run(process.execPath, ['scripts/build.mjs'], folder)
  return join(folder, 'dist')
}

/** A copy that takes no room: hard links, where both are on one disk. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFolder(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await link(source, target).catch(() => cp(source, target))
  }
}

/** Runs a program to its end. @throws with its last words */
export async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const shell = program === 'npm' && process.platform === 'win32'
  const child = spawn(program, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const stop = () => child.kill()
  process.once('exit', stop)
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', stop)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${said.slice(-2_000)}`)
  return said.trim()
}
