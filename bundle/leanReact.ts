/**
 * React's client without what no page here asks of it, a seventh of its bytes: hydration (every
 * screen begins with `createRoot`), stylesheets and tags that React hoists into the head, and the
 * built-in components below. Each is cut out where fibers are told apart, and the minifiers drop
 * what nobody can reach any more.
 *
 * A file of ours that imports one of them, and a React that looks different, fail the build here:
 * take the line out of the lists below, or compare and adapt them.
 */
import type { Plugin } from 'vite'

/** Kinds of fibers that never come to be, by the number React gives them (ReactWorkTags.js). */
const UNUSED_TAGS = new Map([
  [12, 'Profiler'],
  [18, 'DehydratedFragment'],
  [19, 'SuspenseList'],
  [26, 'HostHoistable'],
  [27, 'HostSingleton'],
  [30, 'ViewTransition'],
  [31, 'Activity'],
])
/** The components that would make them. */
const UNUSED_TYPES = new Set([
  'REACT_PROFILER_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
  'REACT_VIEW_TRANSITION_TYPE',
  'REACT_LEGACY_HIDDEN_TYPE',
  'REACT_ACTIVITY_TYPE',
])
/** Variables and properties that keep one value without them. */
const CONSTANTS = new Map([
  ['isHydrating', '!1'],
  ['shouldStartViewTransition', '!1'],
])
const PROPERTIES = new Map([
  ['dehydrated', 'null'],
  ['isDehydrated', '!1'],
])
const REFUSED =
  /import\s*\{[^}]*\b(Profiler|SuspenseList|ViewTransition|Activity|hydrateRoot|pre(?:load|init)\w*|preconnect|prefetchDNS|addTransitionType|cache|cacheSignal|requestFormReset|useFormStat\w+)\b[^}]*\}\s*from\s*['"]react(?:-dom(?:\/client)?)?['"]/
/** `preload()`, `preinit()` and the like of react-dom, under the letters React has for them. */
const HINTS = new Set(['D', 'C', 'L', 'm', 'X', 'S', 'M'])

/** Of ESTree what is looked at here. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}
type Edit = [start: number, end: number, text: string]

export const leanReact: Plugin = {
  name: 'lean-react',
  apply: 'build',
  transform: {
    filter: { id: [/react(-dom(-client)?)?\.production\.js$/, /[\\/]app[\\/].*\.tsx?$/] },
    handler(code, id) {
      const [, part] = /(react(?:-dom)?(?:-client)?)\.production\.js$/.exec(id) ?? []
      const program = () => this.parse(code) as unknown as Node
      if (part === 'react-dom-client') return { code: withoutUnused(code, program()), map: null }
      if (part === 'react' || part === 'react-dom')
        return { code: withoutExports(part, code, program()), map: null }
      const name = REFUSED.exec(code)?.[1]
      if (name) throw new Error(`${name} is not in a built page: see bundle/leanReact.ts`)
      return null
    },
  },
}

/**
 * The code of react-dom/client without the unused parts.
 * @param program its syntax tree (ESTree)
 * @throws when one of them is not found: then nothing may be taken for granted
 */
export function withoutUnused(code: string, program: Node): string {
  const edits = substitutes(code, program)
  const found = new Set<string>()
  const note = (name: string, start: number, end: number, text: string) => {
    found.add(name)
    edits.push([start, end, text])
  }
  visit(program, (node, parent) => {
    if (node.type === 'SwitchStatement') cutCases(node, note)
    else if (isFunction(node)) return !(node['params'] as Node[]).some(isConstant)
    else if (isAssignment(node, 'exports.hydrateRoot', code))
      note('hydrateRoot', node.start, node.end, '0')
    else if (isAssignment(node, 'ReactDOMSharedInternals.d', code))
      cutHints(node['right'] as Node, note)
    else if (isAssignment(node, 'fiberTag', code)) cutChoice(node['right'] as Node, note)
    else if (node.type === 'BinaryExpression') {
      const [left, right] = [node['left'] as Node, node['right'] as Node]
      const tag = (isTag(left) && unusedTag(right)) || (isTag(right) && unusedTag(left))
      if (tag && node['operator'] === '===') note(tag, node.start, node.end, '!1')
      if (tag && node['operator'] === '!==') note(tag, node.start, node.end, '!0')
    } else if (node.type === 'AssignmentExpression' && isConstant(node['left'] as Node)) {
      const { name } = node['left'] as Node & { name: string }
      note(name, node.start, node.end, CONSTANTS.get(name) ?? '')
    } else if (isConstant(node) && !isName(node, parent)) {
      const { name } = node as Node & { name: string }
      note(name, node.start, node.end, CONSTANTS.get(name) ?? '')
    } else if (isRead(node, parent)) {
      const { name } = node['property'] as Node & { name: string }
      const value = PROPERTIES.get(name)
      if (value !== undefined) note(name, node.start, node.end, value)
    }
    return true
  })
  const wanted = [
    ...UNUSED_TAGS.values(),
    ...CONSTANTS.keys(),
    ...PROPERTIES.keys(),
    ...UNUSED_TYPES,
  ]
  const missing = [...wanted, 'hydrateRoot', 'hints'].filter((name) => !found.has(name))
  if (missing.length > 0) throw new Error(`React has changed; not found: ${missing.join(', ')}`)
  return apply(code, edits)
}

/** What else no page asks for; of react-dom what would reach the hints that the client is without. */
const UNUSED_EXPORTS = {
  react: ['addTransitionType', 'cache', 'cacheSignal', 'unstable_useCacheRefresh'],
  'react-dom': [
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
    'requestFormReset',
    'unstable_batchedUpdates',
    'useFormState',
    'useFormStatus',
  ],
}

/**
 * The code of react or of react-dom without exports that nobody imports.
 * @throws when one of them is not found
 */
export function withoutExports(
  name: keyof typeof UNUSED_EXPORTS,
  code: string,
  program: Node,
): string {
  const edits: Edit[] = []
  const unused = UNUSED_EXPORTS[name]
  visit(program, (node) => {
    if (unused.some((each) => isAssignment(node, `exports.${each}`, code)))
      edits.push([node.start, node.end, '0'])
    return !isFunction(node)
  })
  if (edits.length !== unused.length) throw new Error(`React has changed: the exports of ${name}`)
  return apply(code, [...edits, ...substitutes(code, program)])
}

/** Every browser the pages are built for has `reportError`: what stands in for it goes. */
function substitutes(code: string, program: Node): Edit[] {
  const edits: Edit[] = []
  visit(program, (node) => {
    const test = node['test'] as Node | undefined
    const isChoice = node.type === 'ConditionalExpression' && test !== undefined
    if (isChoice && code.slice(test.start, test.end) === '"function" === typeof reportError')
      edits.push([node.start, node.end, 'globalThis.reportError'])
    return !isFunction(node)
  })
  return edits
}

type Note = (name: string, start: number, end: number, text: string) => void

/** Takes the cases of unused kinds out of a switch; what others fall through to stays. */
function cutCases(node: Node, note: Note): void {
  const isOfFibers = isTag(node['discriminant'] as Node)
  const cases = node['cases'] as (Node & { test: Node | null; consequent: Node[] })[]
  let isFallenInto = false
  for (const each of cases) {
    const { test, consequent, start, end } = each
    const [first] = consequent
    const type = test?.type === 'Identifier' ? String(test['name']) : ''
    const name = UNUSED_TYPES.has(type) ? type : isOfFibers && test ? unusedTag(test) : undefined
    if (name && first && isFallenInto) note(name, start, first.start, '')
    else if (name) {
      note(name, start, end, '')
      // Variables of one case are used in others: what they were declared as stays.
      const names = consequent.flatMap(variablesIn)
      if (names.length > 0) note(name, node.start, node.start, `var ${names.join()};`)
      continue
    }
    isFallenInto = !isLeft(consequent)
  }
}

/** `isHoistable ? 26 : isSingleton ? 27 : 5` is 5. */
function cutChoice(node: Node, note: Note): void {
  if (node.type !== 'ConditionalExpression') return
  const alternate = node['alternate'] as Node
  const tag = unusedTag(node['consequent'] as Node)
  if (tag) note(tag, node.start, alternate.start, '')
  cutChoice(alternate, note)
}

function cutHints(object: Node, note: Note): void {
  const properties = object['properties'] as (Node & { key: Node })[]
  const { start = 0 } = properties.find(({ key }) => HINTS.has(String(key['name']))) ?? {}
  const areLast = properties.every(
    (each) => each.start < start || HINTS.has(String(each.key['name'])),
  )
  if (start > 0 && areLast) note('hints', start, object.end - 1, '')
}

/** Whether the end of these statements is never reached. */
function isLeft(statements: readonly Node[]): boolean {
  const last = statements.at(-1)
  if (last?.type === 'BlockStatement') return isLeft(last['body'] as Node[])
  return /^(Break|Return|Throw|Continue)Statement$/.test(last?.type ?? '')
}

function variablesIn(statement: Node): string[] {
  const names: string[] = []
  visit(statement, (node) => {
    if (node.type === 'VariableDeclarator') names.push(String((node['id'] as Node)['name']))
    return !isFunction(node)
  })
  return names
}

const isFunction = (node: Node) => /Function/.test(node.type)
const isConstant = (node: Node) => node.type === 'Identifier' && CONSTANTS.has(String(node['name']))

function isTag(node: Node): boolean {
  if (node.type === 'Identifier') return node['name'] === 'tag'
  return node.type === 'MemberExpression' && (node['property'] as Node)['name'] === 'tag'
}

function unusedTag(node: Node): string | undefined {
  return node.type === 'Literal' ? UNUSED_TAGS.get(Number(node['value'])) : undefined
}

function isAssignment(node: Node, target: string, code: string): boolean {
  if (node.type !== 'AssignmentExpression') return false
  const { start, end } = node['left'] as Node
  return code.slice(start, end) === target
}

/** Whether an identifier only names something: a variable's declaration or a property. */
function isName(node: Node, parent: Node): boolean {
  return parent['id'] === node || parent['property'] === node || parent['key'] === node
}

/** A chain like `fiber.memoizedState.dehydrated` that is read. */
function isRead(node: Node, parent: Node): boolean {
  const isTarget = parent.type === 'AssignmentExpression' && parent['left'] === node
  return isChain(node) && node.type === 'MemberExpression' && !isTarget
}

function isChain(node: Node): boolean {
  if (node.type === 'Identifier') return true
  return node.type === 'MemberExpression' && !node['computed'] && isChain(node['object'] as Node)
}

/** Calls `enter` for every node, from the outside in; `false` skips what is inside. */
function visit(node: Node, enter: (node: Node, parent: Node) => boolean, parent = node): void {
  if (!enter(node, parent)) return
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof (child as Node).type === 'string') visit(child as Node, enter, node)
}

/** From the start; an edit inside of one that was made is void. */
function apply(code: string, edits: Edit[]): string {
  let result = ''
  let at = 0
  for (const [start, end, text] of edits.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start < at) continue
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}
