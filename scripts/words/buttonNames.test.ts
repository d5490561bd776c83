/** Visible text of a button is part of its name in every language: voice control (WCAG 2.5.3). */
import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const NAMED = /<(Button|button|Link|IconButton|a)\b(?:(?!<\/\1>)[^])*?<\/\1>/g
const NAME = /aria-label=\{[^{}]*?\bt\(\s*(['"])((?:\\.|(?!\1).)*)\1/
const SHOWN = /\b(?:t|inContext\('(\w+)',)\s*\(?'((?:\\.|[^'])*)'/g

/** An act of the operators: its button shows `name`, and `label` is its name. */
const ACT = /\bname: ([^\n]+),\n\s*label: t\('((?:\\.|[^'])*)'/g

/** Letters and digits alone, in lower case. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Accessible names of buttons with their visible text, both in English. */
function named(): (readonly [name: string, context: string, shown: string])[] {
  const code = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => readFileSync(`app/${file}`, 'utf8'))
    .join('\n')
  const buttons = Array.from(code.matchAll(NAMED), ([text]) => {
    const found = NAME.exec(text)
    const rest = text.slice((found?.index ?? 0) + (found?.[0].length ?? 0))
    return [found?.[2] ?? '', rest] as const
  })
  const acts = Array.from(code.matchAll(ACT), ([, shown = '', name = '']) => [name, shown] as const)
  return [...buttons, ...acts].flatMap(([name, texts]) =>
    Array.from(texts.matchAll(SHOWN), ([, context = '', shown = '']) => {
      const isInName = bare(shown) !== '' && bare(name).startsWith(bare(shown))
      return isInName ? [[name, context && `${context}\u0004`, shown] as const] : []
    }).flat(),
  )
}

test.each(['de', 'es', 'fr'])('what a button shows is part of its name in %s', (code) => {
  const file = `shared/words/catalogues/${code}.app.json`
  const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const pairs = named()
  expect(pairs.length).toBeGreaterThan(20)
  const faults = pairs.filter(([name, context, shown]) => {
    const [own, seen] = [words[name], words[context + shown]]
    return own !== undefined && seen !== undefined && !bare(own).includes(bare(seen))
  })
  expect(faults).toEqual([])
})
