import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { serverBuild } from '../build.mjs'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** "@koa/router" of "@koa/router/dist/router.js" */
const packageOf = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

// T48
test('the production packages are those that the server imports, and no others', async () => {
  const { metafile } = await build({ ...serverBuild, write: false, metafile: true })
  const imported = Object.entries(metafile.inputs)
    .filter(([file]) => !file.startsWith('node_modules/'))
    .flatMap(([, { imports }]) => imports)
    .map(({ path, external }) => (external ? path : path.split('node_modules/')[1]))
    .filter((path) => path !== undefined && !path.startsWith('node:'))
    .map((path) => packageOf(path ?? ''))
  expect(Object.keys(dependencies).toSorted()).toEqual([...new Set(imported)].toSorted())
})
