/**
 * The router without what belongs to its own tree of routes and loaders, which app/routes.tsx does
 * not use. A router that looks different fails the build here: compare and adapt.
 */
import type { Plugin } from 'vite'

/** What stands in the code, and what takes its place. */
const REPLACED: Record<string, [RegExp, string][]> = {
  'react-router': [
    [
      /return isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\);/,
      'return useNavigateUnstable();',
    ],
  ],
  '@remix-run/router': [
    // Functions that are called at once, whose result only loaders read.
    [/\(function \(ResultType\) \{[^}]*\}\)\(ResultType \|\| \(ResultType = \{\}\)\);/, ''],
    [/= new Set\(validMutationMethodsArr\)/, '= /* @__PURE__ */ new Set(validMutationMethodsArr)'],
    [/= new Set\(validRequestMethodsArr\)/, '= /* @__PURE__ */ new Set(validRequestMethodsArr)'],
  ],
}

export const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/](react-router[\\/]dist[\\/]index|@remix-run[\\/]router[\\/]dist[\\/]router)\.js$/,
    },
    handler(code, id) {
      const name = id.includes('@remix-run') ? '@remix-run/router' : 'react-router'
      return { code: withoutLoaders(name, code), map: null }
    },
  },
}

/** @throws when what is to be taken out is not found */
function withoutLoaders(name: string, code: string): string {
  let lean = code
  for (const [pattern, text] of REPLACED[name] ?? []) {
    if (!pattern.test(lean)) throw new Error(`${name} has changed; not found: ${pattern.source}`)
    lean = lean.replace(pattern, text)
  }
  return lean
}
