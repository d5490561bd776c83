import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkBuilt, checkScript, checkStyle } from './checkBuilt.mjs'

test('what Safari 16.4 reads passes', () => {
  const code = `class A{#x=1;static{A.y=1}get(){return this.#x??=a?.b}}const f=async()=>{for await(const x of y);};
    export{A,f};/(?<year>\\d+)(?<=\\d)/du;import('./lazy.js');Object.hasOwn(a,'b');[1].at(-1);URL.canParse?.('x')`
  expect(checkScript(code)).toEqual([])
  expect(
    checkStyle(`@layer a{.b:has(> .c){color:color-mix(in oklch,red,blue);inset:0;width:50dvh}}
      @container (width > 40px){.b{content:"a & b light-dark(x)"}}@media (width < 600px){.b{gap:1px}}`),
  ).toEqual([])
})

test.each([
  ['a regular expression with v', '/[\\p{L}--[a-z]]/v.test(a)'],
  ['the same through the constructor', 'new RegExp("a","gv")'],
  ['using', '{using a=b();}'],
  ['a decorator', '@a class B{}'],
  ['a function of newer engines', 'Promise.withResolvers()'],
])('%s is reported', (_, code) => {
  expect(checkScript(code)).toHaveLength(1)
})

test.each([
  ['nesting with &', '.a{&:hover{color:red}}'],
  ['nesting without &', '.a{.b{color:red}}'],
  ['light-dark()', '.a{color:light-dark(#000,#fff)}'],
])('%s is reported', (_, code) => {
  expect(checkStyle(code)).not.toEqual([])
})

test('every script and style of a build is looked at, with its name', () => {
  const dist = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
  mkdirSync(join(dist, 'app', 'assets'), { recursive: true })
  writeFileSync(join(dist, 'app', 'assets', 'a.js'), 'let a=/./v')
  writeFileSync(join(dist, 'app', 'assets', 'a.css'), '.a{.b{color:red}}')
  writeFileSync(join(dist, 'app', 'sw.js'), 'let a=1')
  expect(checkBuilt(dist).map((problem: string) => problem.split(':')[0])).toEqual([
    join('assets', 'a.css'),
    join('assets', 'a.js'),
  ])
  rmSync(dist, { recursive: true })
})
