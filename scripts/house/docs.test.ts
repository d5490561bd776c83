/** README stays short, what it names is there, and the map has every room. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const MOST_BYTES = 12_000
const docs = ['README.md', ...readdirSync('docs').map((name) => join('docs', name))].filter(
  (name) => name.endsWith('.md'),
)
const read = (name: string) => readFileSync(name, 'utf8')

/** The anchor that a heading has: as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

test('README is read in ten minutes', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThan(MOST_BYTES)
})

test.each(docs)('every link of %s leads somewhere', (doc) => {
  const links = Array.from(read(doc).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? doc : join(dirname(doc), path)
    if (!existsSync(file)) return true
    const headings = anchor ? read(file).matchAll(/^#+ (.+)$/gm) : []
    return (
      anchor !== undefined && !Array.from(headings, ([, h = '']) => anchorOf(h)).includes(anchor)
    )
  })
  expect(broken).toEqual([])
})

test.each(['app', 'sync-server', '.'])("README's map has every room of %s", (floor) => {
  const map = read('README.md')
    .split('```')
    .find((part) => part.includes('the rules both ends use'))
  const unseen = new Set(['node_modules', 'dist', 'docs', 'data', 'test-results', 'public'])
  const rooms = readdirSync(floor, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !unseen.has(entry.name),
    )
    .map(({ name }) => `${name}/`)
  expect(rooms.filter((room) => !map?.includes(room))).toEqual([])
})
