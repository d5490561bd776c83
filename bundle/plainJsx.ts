/**
 * React's runtime is CommonJS: each element of a built file would be `(0,a.jsx)(...)`, of constants
 * it is `a(...)`. In production `jsx` and `jsxs` are one function.
 */
import type { Plugin } from 'vite'

const RUNTIME = 'react/jsx-runtime'
const PLAIN = '\0plain-jsx'

export const plainJsx: Plugin = {
  name: 'plain-jsx',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react\/jsx-runtime$/ },
    handler: (_, importer) => (importer === PLAIN ? null : PLAIN),
  },
  load: {
    filter: { id: /plain-jsx$/ },
    handler: (id) =>
      id === PLAIN
        ? `import { Fragment as F, jsx as j } from '${RUNTIME}'
           export const Fragment = F, jsx = j
           export { jsx as jsxs }`
        : null,
  },
}
