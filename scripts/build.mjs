// Builds dist/: app/ (served), maps/ (kept aside), server.mjs, files.mjs, account.mjs, backup.mjs,
// convert.mjs, and build.json last.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ensureInstalled, root } from './install.mjs'
import { putBack, setAside } from './built/keptAssets.mjs'
import { buildRecord, hashSources } from './built/staleness.mjs'

const dist = join(root, 'dist')
const app = join(dist, 'app')
const COMPRESSED = ['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt', '.wasm']

/** Builds everything. Needs the packages to be installed. Throws when a step fails. */
export async function build() {
  // Hashed first: a file saved during the build makes the result stale, as it should.
  const sources = hashSources()
  rmSync(buildRecord, { force: true })
  // A test runner's NODE_ENV must not turn the app into a test build.
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  process.env['WRENCHLIST_COMMIT'] = commit
  try {
    await buildApp()
    await buildServer()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
  const { checkBuilt } = await import('./built/checkBuilt.mjs')
  const problems = checkBuilt(dist)
  if (problems.length > 0) throw new Error(`The built files are not fit:\n${problems.join('\n')}`)
  writeFileSync(buildRecord, `${JSON.stringify({ sources })}\n`)
}

async function buildApp() {
  const vite = await import('vite')
  const config = {
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
    // License notices of all bundled packages, served beside the pages.
    build: { license: { fileName: 'licenses.txt' } },
  }
  setAside(dist)
  await vite.build(config)
  setMapsAside()
  for (const file of filesIn(app)) if (COMPRESSED.includes(extname(file))) compress(file)
  // Last, so that old assets are not in the precache list of the service worker.
  putBack(dist)
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function setMapsAside() {
  const maps = join(dist, 'maps')
  rmSync(maps, { recursive: true, force: true })
  for (const file of filesIn(app)) {
    if (extname(file) !== '.map') continue
    const target = join(maps, relative(app, file))
    mkdirSync(dirname(target), { recursive: true })
    renameSync(file, target)
  }
}

function compress(file) {
  const bytes = readFileSync(file)
  if (bytes.length <= 1024) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

/** Commit shown to operators: WRENCHLIST_COMMIT, or git's; '' without either. */
export const commit =
  process.env['WRENCHLIST_COMMIT'] ??
  (spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root }).stdout?.toString().trim() ||
    '')

/** esbuild options of the server. */
export const serverBuild = {
  absWorkingDir: root,
  entryPoints: [
    { in: 'sync-server/main.ts', out: 'server' },
    { in: 'sync-server/workerProcess/fileProcess.ts', out: 'files' },
    { in: 'sync-server/account.ts', out: 'account' },
    { in: 'sync-server/backup.ts', out: 'backup' },
    { in: 'sync-server/convert.ts', out: 'convert' },
  ],
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  define: { 'process.env.WRENCHLIST_COMMIT': JSON.stringify(commit) },
  // A thousand small files of packages cost a third of the time to start. These stay outside: knex
  // requires every dialect it knows, argon2 is compiled, and the rest brings files or data of its own.
  external: ['@node-rs/argon2', '@zxcvbn-ts/*', 'knex', 'nodemailer', 'pg', 'pino'],
  // For packages that are CommonJS.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)",
  },
  sourcemap: true,
  logLevel: 'warning',
}

async function buildServer() {
  const esbuild = await import('esbuild')
  await esbuild.build(serverBuild)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  const started = performance.now()
  await build()
  console.log(`Built ${basename(dist)}/ in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
