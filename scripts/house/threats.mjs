// docs/threats.md: each threat has a number, each test that holds it carries that number in a comment
// before its title (`// T12`), and `node scripts/house/threats.mjs` lists the tests behind the threats.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

export const DOC = 'docs/threats.md'
/** A mark, and the next string literal: the title. */
const MARKED = /\/[/*] (T\d+(?:, T\d+)*)(?: \*\/)?\s*(?:[^'"`\n]*)(['"`])((?:\\.|(?!\2)[^\\])*)\2/g
const LISTED = /`[^`]+ › [^`]+`(?:; )?/g

/** @returns {Map<string, string[]>} tests by the number of the threat, as `file › title` */
export function markedTests() {
  const { stdout } = spawnSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.e2e.ts'], {
    encoding: 'utf8',
  })
  const found = new Map()
  for (const file of stdout.split('\n').filter(Boolean)) {
    for (const [, numbers = '', , title = ''] of readFileSync(file, 'utf8').matchAll(MARKED)) {
      for (const number of numbers.split(', '))
        found.set(number, [...(found.get(number) ?? []), `${file} › ${title}`])
    }
  }
  return found
}

/** The document with its tests listed anew. A threat keeps its words; tests come last. */
export function listed(text = readFileSync(DOC, 'utf8'), tests = markedTests()) {
  return text.replaceAll(/^- \*\*(T\d+) .*$/gm, (line, number) => {
    const words = line.replaceAll(LISTED, '').trimEnd()
    return [words, (tests.get(number) ?? []).map((test) => `\`${test}\``).join('; ')].join(' ')
  })
}

if (process.argv[1] === import.meta.filename) writeFileSync(DOC, listed())
