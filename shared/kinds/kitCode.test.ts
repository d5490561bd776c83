import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'

import type { Kit } from './kit.ts'

import { base64url } from '../ids.ts'
import {
  CodeProblem,
  findKitCode,
  findKitCodes,
  kitCodeLink,
  readKitCode,
  writeKitCode,
} from './kitCode.ts'

const KIT: Kit = {
  id: 'PsG2m8UyTq6vXw0ZbRk4Hg',
  buildId: 'K7pQ2x',
  name: 'S4 oil, “fast” 🔧',
  task: 'Oil Change',
  notes: '**30 Nm**\n- new seal',
  vehicle: { year: 2008, make: 'Audi', model: 'S4', trim: 'Avant' },
  lines: [
    {
      id: 'PsG2m8UyTq6vXw0ZbRk4La',
      ord: 'a0',
      name: 'Oil filter',
      manufacturer: 'Mahler',
      partNumber: 'OX 188D',
      price: 1149,
      qty: 2,
      link: 'https://shop.example/ox188d?a=1#b',
    },
    {
      id: 'PsG2m8UyTq6vXw0ZbRk4Lb',
      ord: 'a1',
      name: 'Rags',
      manufacturer: '',
      partNumber: '',
      price: null,
      qty: 0,
      link: '',
    },
  ],
  steps: [
    {
      id: 'PsG2m8UyTq6vXw0ZbRk4Sa',
      ord: 'a0',
      what: 'torque',
      text: 'Plug',
      value: '30',
      unit: 'Nm',
    },
  ],
  updatedAt: 1,
}

/** A complete code with a valid checksum, for any content a stranger might forge. */
async function forge(content: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(content)]).stream()
  const deflated = stream.pipeThrough(new CompressionStream('deflate-raw'))
  const packed = new Uint8Array(await new Response(deflated).arrayBuffer())
  const bytes = new Uint8Array(packed.length + 4)
  new DataView(bytes.buffer).setUint32(0, crc32(packed))
  bytes.set(packed, 4)
  return `1${base64url(bytes)}`
}

function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const column = (value: unknown, length = 1) => Array.from({ length }, () => value)
const content = (over: Partial<Record<number, unknown>>, length = 1): unknown[] =>
  Object.assign(
    [
      KIT.id,
      'Kit',
      '',
      '',
      null,
      column('Part', length),
      column('', length),
      column('', length),
      column('', length),
      column(100, length),
      column(1, length),
      [],
    ],
    over,
  )

afterEach(() => vi.unstubAllGlobals())

describe('a kit that was passed on', () => {
  test('comes out as it went in, without what is only its own', async () => {
    const kit = await readKitCode(await writeKitCode(KIT))
    const strip = <Row extends { id: string; ord: string }>({ id: _id, ord: _ord, ...row }: Row) =>
      row
    expect(kit).toEqual({
      from: KIT.id,
      name: KIT.name,
      task: KIT.task,
      notes: KIT.notes,
      vehicle: KIT.vehicle,
      lines: KIT.lines.map(strip),
      steps: KIT.steps.map(strip),
      left: [],
    })
  })

  test('is written by browsers that cannot compress, and read by others', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    const code = await writeKitCode({ ...KIT, notes: 'long '.repeat(4_000) })
    expect((await readKitCode(code)).notes).toHaveLength(20_000)
  })

  test('is found in a link of any address, broken into lines, and alone', async () => {
    const code = await writeKitCode(KIT)
    const link = kitCodeLink('https://wrenchlist.example', code)
    expect(findKitCode(`Have a look: ${link}`)).toBe(code)
    expect(findKitCodes(`${link.slice(0, 90)}\r\n${link.slice(90)}\n`)).toContain(code)
    expect(findKitCode(`${link} see you tomorrow`)).toBe(code)
    expect(findKitCode(` ${code}\n`)).toBe(code)
    expect(findKitCode('https://shop.example/k/part-1')).toBeNull()
    expect(findKitCode('Oil filter, 2')).toBeNull()
  })
})

describe('what is no whole kit', () => {
  test('is refused whichever letter of it was changed', async () => {
    const code = await writeKitCode(KIT)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(code.length - 1),
        fc.constantFrom('A', 'z', '7', '_'),
        async (at, letter) => {
          // The last letter may carry unused bits.
          fc.pre(at > 0 && at < code.length - 1 && code.charAt(at) !== letter)
          const changed = code.slice(0, at) + letter + code.slice(at + 1)
          await expect(readKitCode(changed)).rejects.toThrow('damaged')
        },
      ),
    )
  })

  test('is refused when its end is missing', async () => {
    await expect(readKitCode((await writeKitCode(KIT)).slice(0, -9))).rejects.toThrow('damaged')
  })

  test('says so when a newer Wrenchlist wrote it', async () => {
    const code = await writeKitCode(KIT)
    await expect(readKitCode(`2${code.slice(1)}`)).rejects.toThrow('Update this one first')
  })

  test('is refused before 10 MB of it are unpacked', async () => {
    const code = await forge(content({ 3: ' '.repeat(10_000_000) }))
    expect(code.length).toBeLessThan(20_000)
    await expect(readKitCode(code)).rejects.toThrow('larger than a kit may be')
  })

  test.each([
    ['no list', {}],
    ['no id of a kit', content({ 0: 'x' })],
    ['a name that is no text', content({ 1: 5 })],
    ['columns of different lengths', content({ 6: [] })],
    ['a line whose name is no text', content({ 5: [null] })],
    ['a step of an unknown kind', content({ 11: [['spell', 'a', '', '']] })],
  ])('is refused with %s', async (_what, forged) => {
    await expect(readKitCode(await forge(forged))).rejects.toThrow(CodeProblem)
  })
})

describe('what a kit may not hold', () => {
  test('is left out and said: script links, prices, quantities, cars', async () => {
    const kit = await readKitCode(
      await forge(content({ 4: { year: 1 }, 8: ['javascript:alert(1)'], 9: [-5], 10: [1e9] })),
    )
    expect(kit.lines).toEqual([
      { name: 'Part', manufacturer: '', partNumber: '', link: '', price: null, qty: 1 },
    ])
    expect(kit.vehicle).toBeNull()
    expect(kit.left).toEqual(
      expect.arrayContaining([
        'not a web link (1)',
        'not a price (1)',
        'not a quantity (1)',
        'not a vehicle (1)',
      ]),
    )
  })

  test('is cut at 500 lines, and said', async () => {
    const kit = await readKitCode(await forge(content({}, 512)))
    expect(kit.lines).toHaveLength(500)
    expect(kit.left).toEqual(['over the limit of 500 lines (12)'])
  })

  test('is shortened where a text is too long, and said', async () => {
    const kit = await readKitCode(await forge(content({ 1: 'x'.repeat(300), 5: ['a\0b'] })))
    expect(kit.name).toHaveLength(200)
    expect(kit.lines[0]?.name).toBe('ab')
    expect(kit.left).toEqual(['a text that is too long or cannot be kept (2)'])
  })
})

test('what stands behind a link in a sentence is not of its code', async () => {
  const code = await writeKitCode(KIT)
  const { lines } = await readKitCode(code)
  for (const tail of ['.', ').', ',', '"', ' ', '\u200B', '%20', '%E2%80%8B'])
    expect((await readKitCode(code + tail)).lines).toEqual(lines)
})
