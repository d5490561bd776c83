/**
 * Exports under the names things have inside: a file that a hundred names leave is two per cent
 * smaller without an alias for each. After foldRuntime.ts.
 */
import type { Plugin, Rolldown } from 'vite'

import { EXPORTS, prependLine } from './foldRuntime.ts'

const SHARED = ['vendor', 'core']

export const plainExports: Plugin = {
  name: 'plain-exports',
  apply: 'build',
  enforce: 'pre',
  // Names are drawn before the files are changed here: raise this together with what is written.
  augmentChunkHash: () => 'plain 1',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const chunk of chunks) {
        if (!SHARED.includes(chunk.name)) continue
        const names = new Map(namesIn(EXPORTS.exec(chunk.code)?.[1] ?? '').map(([a, b]) => [b, a]))
        const plain = [...new Set(names.values())].sort().join()
        chunk.code = chunk.code.replace(EXPORTS, `export{${plain}};`)
        for (const other of chunks) if (other !== chunk) rename(bundle, other, chunk, names)
      }
    },
  },
}

/** Imports from `shared` under the new names, on a line of their own: columns stay as they were. */
function rename(
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
  shared: Rolldown.OutputChunk,
  names: ReadonlyMap<string, string>,
): void {
  const file = shared.fileName.slice(shared.fileName.lastIndexOf('/') + 1)
  if (chunk.dynamicImports.includes(shared.fileName)) throw new Error(`${file} is fetched later`)
  const statements = new RegExp(`import\\{([^}]*)\\}from"\\./${file}";`, 'g')
  const imported: string[] = []
  chunk.code = chunk.code.replace(statements, (all, list: string) => {
    for (const [name, local] of namesIn(list)) {
      const now = names.get(name) ?? name
      imported.push(now === local ? local : `${now} as ${local}`)
    }
    return ' '.repeat(all.length)
  })
  if (imported.length === 0) return
  prependLine(bundle, chunk, `import{${imported.sort().join()}}from"./${file}";`)
}

/** `a as b,c` as pairs. */
function namesIn(list: string): [string, string][] {
  return list
    .split(',')
    .filter((item) => item !== '')
    .map((item) => {
      const [name = '', alias = name] = item.split(' as ')
      return [name, alias]
    })
}
