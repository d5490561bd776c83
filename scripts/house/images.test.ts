/** Deployed images are pinned by version and by digest. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PINNED = /^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)*@sha256:[0-9a-f]{64}$/

/** External images of a Dockerfile: without its own stages, and with its arguments resolved. */
function imagesOf(dockerfile: string): string[] {
  const args = new Map<string, string>()
  const stages = new Set<string>()
  const images: string[] = []
  for (const line of dockerfile.split('\n')) {
    const [word = '', first = '', as, stage] = line.trim().split(/\s+/)
    const [name = '', value] = first.split('=')
    if (word === 'ARG' && value !== undefined) args.set(name, value)
    const from = first.replace(/^\$\{?(\w+)\}?$/, (whole, arg: string) => args.get(arg) ?? whole)
    if (word === 'FROM' && !stages.has(from)) images.push(from)
    if (word === 'FROM' && as?.toUpperCase() === 'AS' && stage) stages.add(stage)
    if (word === 'COPY' && first.startsWith('--from=') && !stages.has(value ?? '')) {
      images.push(value ?? '')
    }
  }
  return images
}

test('every image of the Dockerfile has a version and a digest, and all stages have the same', () => {
  const images = imagesOf(readFileSync('deploy/Dockerfile', 'utf8'))
  expect(images).toHaveLength(3)
  for (const image of images) expect(image).toMatch(PINNED)
  expect(new Set(images).size).toBe(1)
})

test('so has every image of the compose file', () => {
  const lines = readFileSync('deploy/compose.yaml', 'utf8').matchAll(/^\s*image:\s*(\S+)/gm)
  const images = [...lines].map(([, image = '']) => image)
  expect(images).toHaveLength(2)
  for (const image of images) expect(image).toMatch(PINNED)
})

test('the Node in the container is one that Wrenchlist supports', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    engines: { node: string }
  }
  const oldest = Number(/^>=(\d+)/.exec(engines.node)?.[1])
  const [image = ''] = imagesOf(readFileSync('deploy/Dockerfile', 'utf8'))
  const major = Number(/^node:(\d+)/.exec(image)?.[1])
  // Even major versions are LTS.
  expect([major >= oldest, major % 2]).toEqual([true, 0])
})

test.each([
  ['FROM node:24-slim', ['node:24-slim']],
  ['FROM node:24.19.0', ['node:24.19.0']],
  ['ARG A=node:1.2\nFROM ${A} AS b\nFROM b\nCOPY --from=caddy:2 /x /x', ['node:1.2', 'caddy:2']],
])('an image without digest is seen: %s', (dockerfile, images) => {
  expect(imagesOf(dockerfile)).toEqual(images)
  for (const image of images) expect(image).not.toMatch(PINNED)
})
