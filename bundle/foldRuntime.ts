/**
 * Rolldown gives its helpers for CommonJS, less than a kilobyte, a file of their own, and no group
 * can ask for them. That is one more round trip of a first visit: here they move into the vendor
 * file, which everybody who needs them loads anyway.
 */
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** The list at the end of a file. */
export const EXPORTS = /export\{([^}]*)\};?\s*$/

export const foldRuntime: Plugin = {
  name: 'fold-runtime',
  apply: 'build',
  enforce: 'pre',
  // Names are drawn before the files are changed here: raise this together with what is written.
  augmentChunkHash: () => 'folded 1',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      const vendor = chunks.find(({ name }) => name === 'vendor')
      if (!runtime || !vendor) return
      for (const chunk of chunks) {
        if (!chunk.imports.includes(runtime.fileName)) continue
        if (chunk === vendor) {
          takeHelpers(bundle, chunk, runtime, helpersOf(runtime))
          chunk.code = chunk.code.replace(EXPORTS, (_all, list) => `export{__runtime,${list}};`)
        } else takeHelpers(bundle, chunk, runtime, `import{__runtime}from"./${base(vendor)}";`)
        const imports = chunk.imports.map((file) =>
          file === runtime.fileName ? vendor.fileName : file,
        )
        chunk.imports = [...new Set(imports)].filter((file) => file !== chunk.fileName)
      }
      delete bundle[runtime.fileName]
      delete bundle[`${runtime.fileName}.map`]
    },
  },
}

/** Puts `source`, which brings `__runtime`, on a line before the code and imports no more. */
function takeHelpers(
  bundle: Rolldown.OutputBundle,
  chunk: Chunk,
  runtime: Chunk,
  source: string,
): void {
  const statement = new RegExp(`import\\{([^}]*)\\}from"\\./${base(runtime)}";`)
  if (!statement.test(chunk.code)) throw new Error(`${chunk.fileName} imports its helpers unseen`)
  const code = chunk.code.replace(statement, (all, names: string) =>
    // As long as before: the source map of this line stays true.
    `var{${names.replaceAll(' as ', ':')}}=__runtime;`.padEnd(all.length),
  )
  chunk.code = code
  prependLine(bundle, chunk, source)
}

/** Puts a line before the code, and keeps its source map true. */
export function prependLine(bundle: Rolldown.OutputBundle, chunk: Chunk, line: string): void {
  chunk.code = `${line}\n${chunk.code}`
  if (!chunk.map) return
  chunk.map.mappings = `;${chunk.map.mappings}`
  // The map has become a file already; Vite writes it anew only for some.
  const file = bundle[chunk.sourcemapFileName ?? '']
  if (file?.type === 'asset') file.source = JSON.stringify(chunk.map)
}

/** In a function of their own, because both files have names of one letter. */
function helpersOf({ code }: Chunk): string {
  const list = (EXPORTS.exec(code)?.[1] ?? '').split(',')
  const returned = list.map((item) => item.split(' as ').toReversed().join(':'))
  return `var __runtime=(()=>{${code.replace(EXPORTS, '')}return{${returned.join()}}})();`
}

function base({ fileName }: Chunk): string {
  return fileName.slice(fileName.lastIndexOf('/') + 1)
}
