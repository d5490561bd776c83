/**
 * The first of two minifiers: oxc sees what terser does not, and the other way round. Vite runs
 * terser over what this leaves; names are shortened here only.
 */
import type { Plugin } from 'vite'

import { minify } from 'vite'

export const minifyFirst: Plugin = {
  name: 'minify-first',
  apply: 'build',
  async renderChunk(code, chunk) {
    const result = await minify(chunk.fileName, code, {
      module: true,
      compress: { target: 'es2022' },
      mangle: { toplevel: true },
      codegen: { removeWhitespace: true },
      sourcemap: true,
    })
    const [error] = result.errors
    if (error) throw new Error(`${chunk.fileName}: ${error.message}`)
    return { code: result.code, map: result.map ?? null }
  },
}
