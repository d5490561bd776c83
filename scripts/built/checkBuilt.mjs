// The last step of a build: nothing above the oldest served browsers may be in a served file. It
// looks at what was built, because a package may ship syntax that no step of ours lowered.
import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { transformSync } from 'esbuild'

const TARGET = ['es2022', 'safari16.4', 'ios16.4', 'chrome111', 'firefox114']

// Missing in Safari 16.4 though no syntax shows it. Optional calls (`URL.canParse?.(`) are fine.
const MISSING =
  /\b(Promise\.withResolvers|Promise\.try|Object\.groupBy|Map\.groupBy|URL\.canParse|URL\.parse|AbortSignal\.any)\(/g
const V_FLAG = /RegExp\([^()]*,\s*["'`][dgimsuy]*v[dgimsuy]*["'`]\)/g

/**
 * Looks for syntax that Safari 16.4 cannot read in the served files of a build.
 * @param {string} distDir the folder that holds app/
 * @returns {string[]} one sentence a problem; empty when all is well
 */
export function checkBuilt(distDir) {
  const app = join(distDir, 'app')
  return readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ['.js', '.css'].includes(extname(entry.name)))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name)
      const name = relative(app, file)
      const code = readFileSync(file, 'utf8')
      const problems = extname(name) === '.js' ? checkScript(code) : checkStyle(code)
      return problems.map((problem) => `${name}: ${problem}`)
    })
}

/** @param {string} code */
export function checkScript(code) {
  const problems = needsLowering(code, 'js')
  for (const [name] of code.matchAll(MISSING))
    problems.push(`calls ${name.slice(0, -1)}, which Safari 16.4 lacks`)
  for (const [found] of code.matchAll(V_FLAG))
    problems.push(`has a regular expression with v: ${found}`)
  return problems
}

/** @param {string} code */
export function checkStyle(code) {
  const problems = needsLowering(code, 'css')
  const bare = code.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  if (/light-dark\(/.test(bare)) problems.push('has light-dark()')
  if (/&/.test(bare)) problems.push('has a nested rule (&)')
  return problems
}

/** Prints the code twice, once for the oldest browsers: a difference is something they lack. */
function needsLowering(code, loader) {
  const print = (target) =>
    transformSync(code, { loader, target, minify: true, charset: 'utf8', legalComments: 'none' })
      .code
  let modern
  let lowered
  try {
    modern = print('esnext')
    lowered = print(TARGET)
  } catch (error) {
    return [`cannot be lowered: ${error.message.split('\n')[1] ?? error.message}`]
  }
  if (modern === lowered) return []
  let at = 0
  while (modern[at] === lowered[at]) at++
  return [`is too new near: ${modern.slice(Math.max(0, at - 40), at + 40)}`]
}
