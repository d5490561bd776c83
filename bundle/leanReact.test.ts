// @vitest-environment happy-dom
import type * as ReactTypes from 'react'
import type { createPortal as CreatePortal } from 'react-dom'
import type { createRoot as CreateRoot } from 'react-dom/client'

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

import { withoutExports, withoutUnused } from './leanReact.ts'

const require = createRequire(import.meta.url)
const CLIENT = 'react-dom/cjs/react-dom-client.production.js'
const fileOf = (path: string) =>
  require.resolve('react-dom/package.json').replace(/react-dom.package\.json$/, path)
const full = readFileSync(fileOf(CLIENT), 'utf8')
const lean = withoutUnused(full, parseAst(full) as never)
const REACT = 'react/cjs/react.production.js'
const DOM = 'react-dom/cjs/react-dom.production.js'
const fullDom = readFileSync(fileOf(DOM), 'utf8')
const fullReact = readFileSync(fileOf(REACT), 'utf8')
const expectedOf = { [CLIENT]: full, [DOM]: fullDom, [REACT]: fullReact }
const leanOf = {
  [CLIENT]: lean,
  [DOM]: withoutExports('react-dom', fullDom, parseAst(fullDom) as never),
  [REACT]: withoutExports('react', fullReact, parseAst(fullReact) as never),
}

test('a story of everything the pages use ends in the same document with and without it', async () => {
  const [expected, seen] = [await tell(expectedOf), await tell(leanOf)]
  expect(expected.length).toBeGreaterThan(9)
  expect(seen).toEqual(expected)
})

test('what was left out says so instead of drawing something else', async () => {
  const { React, createRoot, failures } = production(leanOf)
  const root = createRoot(document.createElement('div'), failures.options)
  root.render(React.createElement(React.Activity, null, 'hidden?'))
  await settled()
  expect(failures.seen).toEqual([expect.stringContaining('#130')])
})

test('a React that looks different is refused', () => {
  const other = full.replaceAll('REACT_ACTIVITY_TYPE', 'SOMETHING_ELSE')
  expect(() => withoutUnused(other, parseAst(other) as never)).toThrow(
    'React has changed; not found: REACT_ACTIVITY_TYPE',
  )
  const otherDom = fullDom.replaceAll('exports.preinit =', 'exports.other =')
  expect(() => withoutExports('react-dom', otherDom, parseAst(otherDom) as never)).toThrow(
    'React has changed',
  )
})

/** The production build of React, each time its own, of the given code. */
function production(files: Record<string, string>) {
  const modules = new Map<string, { exports: object }>()
  const load = (path: string): object => {
    const known = modules.get(path)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(path, module)
    const source = files[path] ?? readFileSync(fileOf(path), 'utf8')
    const ask = (name: string) => load(`${name}/cjs/${name}.production.js`)
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- CommonJS from the disk
    new Function('require', 'exports', 'module', source)(ask, module.exports, module)
    return module.exports
  }
  const React = load(REACT) as typeof ReactTypes
  const { createPortal } = load(DOM) as {
    createPortal: typeof CreatePortal
  }
  const { createRoot } = load(CLIENT) as { createRoot: typeof CreateRoot }
  const seen: string[] = []
  const keep = (error: unknown) => void seen.push(String(error))
  const options = { onCaughtError: keep, onUncaughtError: keep }
  return { React, createPortal, createRoot, failures: { seen, options } }
}

/** Draws, types, moves, fails and waits; returns the document after each step. */
async function tell(files: Record<string, string>): Promise<string[]> {
  const { React, createPortal, createRoot, failures } = production(files)
  const { createElement: h, useState, useEffect, useId, useRef } = React
  document.body.innerHTML = '<div id="root"></div><div id="aside"></div>'
  const [place, aside] = [document.getElementById('root'), document.getElementById('aside')]
  if (!place || !aside) throw new Error('no place to draw')
  const steps: string[] = []
  const look = async (what: string, ms?: number) => {
    await settled(ms)
    steps.push(`${what}: ${document.body.innerHTML} ${failures.seen.join()}`)
  }
  const Theme = React.createContext('light')
  const store = { value: 1, listeners: new Set<() => void>() }
  const subscribe = (listener: () => void) => {
    store.listeners.add(listener)
    return () => store.listeners.delete(listener)
  }
  const Counted = React.memo(() =>
    h(
      'b',
      null,
      React.useSyncExternalStore(subscribe, () => store.value),
    ),
  )
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const Late = React.lazy(async () => {
    await arrived
    return { default: () => h('i', null, 'late') }
  })
  class Boundary extends React.Component<{ children: ReactTypes.ReactNode }> {
    override state = { hasFailed: false }
    static getDerivedStateFromError = () => ({ hasFailed: true })
    override render = () =>
      this.state.hasFailed ? h('p', { role: 'alert' }, 'failed') : this.props.children
  }
  const Failing = ({ fails }: { fails: boolean }) => {
    if (fails) throw new Error('as told')
    return h('p', null, 'fine')
  }
  const Form = () => {
    const [name, setName] = useState('')
    const [isOn, setOn] = useState(false)
    const input = useRef<HTMLInputElement>(null)
    const id = useId()
    useEffect(() => {
      const field = input.current
      field?.setAttribute('data-effect', name)
      return () => field?.setAttribute('data-cleaned', name)
    }, [name])
    return h(
      'form',
      { style: { color: 'red', flexGrow: 2 }, className: React.useContext(Theme) },
      h('label', { htmlFor: id }, 'Name'),
      h('input', { id, ref: input, value: name, onChange: (e) => setName(e.target.value) }),
      h('input', { type: 'checkbox', checked: isOn, onChange: () => setOn(!isOn) }),
      h('textarea', { defaultValue: 'notes' }),
      h(
        'select',
        { defaultValue: 'b' },
        h('option', { value: 'a' }, 'A'),
        h('option', { value: 'b' }, 'B'),
      ),
      h('svg', { viewBox: '0 0 9 9' }, h('path', { d: 'M0 0', strokeWidth: 2 })),
    )
  }
  const Page = ({ order, fails, isLate }: { order: string[]; fails: boolean; isLate: boolean }) =>
    h(
      React.StrictMode,
      null,
      h(
        Theme,
        { value: order.length > 2 ? 'dark' : 'light' },
        h(Form),
        h('ul', null, ...order.map((name) => h('li', { key: name }, name, h(Counted)))),
        h(Boundary, null, h(Failing, { fails })),
        h(React.Suspense, { fallback: 'waiting' }, isLate ? h(Late) : 'nothing yet'),
        createPortal(h('em', null, order.join()), aside),
      ),
    )
  const root = createRoot(place, failures.options)
  const draw = (props: Parameters<typeof Page>[0]) => root.render(h(Page, props))
  draw({ order: ['a', 'b', 'c'], fails: false, isLate: false })
  await look('first')
  draw({ order: ['c', 'a', 'd', 'b'], fails: false, isLate: false })
  await look('moved')
  const [input, box] = place.querySelectorAll('input')
  if (!input || !box) throw new Error('no fields')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'typed')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await look('typed')
  box.click()
  await look(`ticked ${String(box.checked)} ${input.value}`)
  store.value = 2
  for (const listener of store.listeners) listener()
  await look('told from outside')
  React.startTransition(() => draw({ order: ['a'], fails: false, isLate: true }))
  await look('held back')
  draw({ order: ['a'], fails: false, isLate: true })
  await look('waiting')
  arrive()
  // A fallback that was shown stays for 300 ms.
  await look('arrived', 450)
  draw({ order: ['a', 'z'], fails: true, isLate: true })
  await look('failed')
  root.unmount()
  await look('gone')
  return steps
}

/** React works in tasks of its own. */
async function settled(ms = 60): Promise<void> {
  // In several steps: after a pause of the whole process every timer is due before anything else.
  for (let step = 0; step < 5; step++) await new Promise((resolve) => setTimeout(resolve, ms / 5))
}
