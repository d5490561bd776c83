/**
 * Every pattern of the product takes linear time: patterns read text that strangers paste, share
 * and send, and a quadratic one on a line of 40,000 blanks freezes a page for minutes.
 */
import type { ESTree } from 'vite'

import { readdirSync, readFileSync } from 'node:fs'
import { check } from 'recheck'
import { expect, test } from 'vitest'
import { parseSync, Visitor } from 'vite'

interface Pattern {
  source: string
  flags: string
}

/** Files of tests, and of their helpers and doubles. */
const OF_TESTS = /\.test\.tsx?$|(?:^|\/)test[A-Z]\w*\.tsx?$/
const TAKES_PATTERNS = ['match', 'matchAll', 'search']

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.[mc]?[jt]sx?$/.test(file) && !OF_TESTS.test(file))
}

/**
 * Every pattern of a file: literals, and those built from constant strings and patterns of the same
 * file. `unread` holds those that cannot be resolved.
 */
function patternsIn(code: string, file = 'some.ts') {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be read`)
  const patterns: Pattern[] = []
  const unread: string[] = []
  const constants = new Map<string, ESTree.Expression>()
  const build = ([source, flags]: readonly ESTree.Argument[]) => {
    const read = valueOf(source, constants)
    const given = flags === undefined ? '' : valueOf(flags, constants)
    if (read === null || typeof given !== 'string') {
      unread.push(code.slice(source?.start, source?.end))
    } else if (typeof read === 'string') patterns.push({ source: read, flags: given })
    else patterns.push({ ...read, flags: flags === undefined ? read.flags : given })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
    },
  }).visit(program)
  new Visitor({
    Literal(node) {
      if ('regex' in node) patterns.push({ source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') build(node.arguments)
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') build(given)
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const [first] = given
      if (!TAKES_PATTERNS.includes(callee.property.name) || first === undefined) return
      // A string passed to these is a pattern too.
      if (typeof valueOf(first, constants) === 'string') build(given)
    },
    JSXAttribute({ name, value }) {
      if (name.name === 'pattern') unread.push(code.slice(value?.start, value?.end))
    },
  }).visit(program)
  return { patterns, unread }
}

function valueOf(
  node: ESTree.Argument | undefined,
  constants: ReadonlyMap<string, ESTree.Expression>,
): string | Pattern | null {
  if (node?.type === 'Identifier') {
    const value = constants.get(node.name)
    return value === undefined || value === node ? null : valueOf(value, constants)
  }
  if (node?.type === 'Literal') {
    if ('regex' in node) return { source: node.regex.pattern, flags: node.regex.flags }
    return typeof node.value === 'string' ? node.value : null
  }
  if (node?.type !== 'TemplateLiteral') return null
  const parts = node.expressions.map((one) => valueOf(one, constants))
  if (!parts.every((part) => typeof part === 'string')) return null
  return node.quasis.map(({ value }, at) => (value.cooked ?? '') + (parts[at] ?? '')).join('')
}

/**
 * Fault of a pattern; null for one that takes linear time at most. The checker is a native program
 * if there is one for the machine, else the same in JavaScript, four times as slow.
 */
async function faultOf({ source, flags }: Pattern): Promise<string | null> {
  const { status, complexity, error } = await check(source, flags, {
    // Steps are limited instead: with timeouts, a busy machine would judge otherwise.
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
  })
  if (status === 'safe') return null
  return `/${source}/${flags} ${complexity?.summary ?? error?.kind ?? status}`
}

test.each([['app'], ['shared'], ['sync-server']])(
  // T47
  'no pattern of %s takes longer than the text it reads is long',
  { timeout: 600_000 },
  async (folder) => {
    const checked = new Map<string, string | null>()
    const faults: string[] = []
    for (const file of filesIn(folder)) {
      const { patterns, unread } = patternsIn(readFileSync(file, 'utf8'), file)
      faults.push(...unread.map((one) => `${file}: ${one} is built of what cannot be read here`))
      for (const pattern of patterns) {
        const name = `/${pattern.source}/${pattern.flags}`
        if (!checked.has(name)) checked.set(name, await faultOf(pattern))
        const fault = checked.get(name)
        if (fault) faults.push(`${file}: ${fault}`)
      }
    }
    expect(checked.size).toBeGreaterThan(40)
    // Remedy: split, trimEndOf or indexOf, or a class that excludes the beginning of the pattern.
    expect(faults).toEqual([])
  },
)

// T47
test('a pattern is found however it is written, and one that is slow is told', async () => {
  const found = async (code: string) => {
    const { patterns, unread } = patternsIn(code, 'some.tsx')
    const faults = await Promise.all(patterns.map(faultOf))
    return [...faults.map((fault) => fault !== null), ...unread]
  }
  expect(await found('a.replace(/\\s+$/, "")')).toEqual([true])
  expect(await found('a.replace(/\\s+/g, "")')).toEqual([false])
  expect(await found('const b = "x*"; new RegExp(`${b}x*$`, "i")')).toEqual([true])
  expect(await found('const b = /x+$/; RegExp(b, "g")')).toEqual([true, true])
  expect(await found('a.search("x+$")')).toEqual([true])
  expect(await found('/^(?:a|a)+$/.test(b)')).toEqual([true])
  expect(await found('new RegExp(given)')).toEqual(['given'])
  expect(await found('<input pattern="x" />')).toEqual(['"x"'])
})
