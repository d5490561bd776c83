/**
 * Leaves of lucide's icons what is drawn: names, sizes, aliases and React's keys, random letters
 * that do not compress, are half of an icon. app/ui/lucideIcon.tsx draws the rest.
 */
import type { Plugin } from 'vite'

const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([^\\/]+)\.mjs$/
const UNUSED = [/\s*name: "[^"]*",/, /\s*size: 24,/, /,\s*aliases: \[[^\]]*\]/, /,\s*key: "\w+"/g]

export const icons: Plugin = {
  name: 'icons',
  apply: 'build',
  transform: {
    filter: { id: ICON },
    handler(code) {
      const drawn = UNUSED.reduce((rest, pattern) => rest.replace(pattern, ''), code)
      return { code: drawn, map: null }
    },
  },
}
