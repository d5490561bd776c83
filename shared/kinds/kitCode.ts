/**
 * A whole kit as text, shareable without a server: behind the # of a link, in a QR code, or in a
 * file. A version letter, then base64url of a CRC-32 (four bytes) and raw deflate of JSON. Readers
 * handle untrusted input.
 */
import type { Json } from '../cells/cells.ts'

import { parseForeignJson } from '../tables/foreignJson.ts'
import { base64url } from '../ids.ts'
import { crc32, through } from '../packed.ts'
import { type Kit, type Line, isBlankLine } from './kit.ts'
import { PASSED_FIELDS, type PassedKit, checkPassedKit } from './passedKit.ts'
import { isBlankStep } from './step.ts'
import { t } from '../words/words.ts'

const VERSION = '1'
/** Cheap cameras fail on the QR codes of longer texts. */
export const MAX_QR_LENGTH = 1_200
/** Some chats and mail programs cut longer links. */
export const MAX_KIT_LINK_LENGTH = 2_000
export const KIT_FILE_ENDING = '.wrenchkit'
/** Above the largest kit. */
export const MAX_CODE_LENGTH = 1_000_000
/** Twice a kit's limit: a few bytes can inflate to gigabytes. */
const MAX_INFLATED_BYTES = 512 * 1024

/** Why a text contains no kit, in a sentence for people. */
export class CodeProblem extends Error {}

/** Code of a kit as it stands, without blank lines and steps. */
export async function writeKitCode(kit: Kit): Promise<string> {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const steps = kit.steps.filter((step) => !isBlankStep(step))
  // Column-wise: similar values side by side compress better.
  const content = [
    kit.id,
    kit.name,
    kit.task,
    kit.notes,
    kit.vehicle as Json,
    // An older version rejects a text price; null is what it should read instead.
    ...PASSED_FIELDS.map((field) =>
      lines.map((line) =>
        field === 'price' && typeof line.price === 'string' ? null : line[field],
      ),
    ),
    steps.map(({ what, text, value, unit }) => [what, text, value, unit]),
    ...moneyOf(kit, lines),
  ]
  const packed = await deflate(new TextEncoder().encode(JSON.stringify(content)))
  const bytes = new Uint8Array(packed.length + 4)
  new DataView(bytes.buffer).setUint32(0, crc32(packed))
  bytes.set(packed, 4)
  return VERSION + base64url(bytes)
}

/** Fields older versions ignore: none for a kit in dollars, whose text stays as it always was. */
function moneyOf({ currency = '', rates = {} }: Kit, lines: readonly Line[]): Json[] {
  const amounts = lines.map(({ price }) => (typeof price === 'string' ? price : 0))
  const isDollars = currency === '' && amounts.every((amount) => amount === 0)
  return isDollars ? [] : [currency, rates, amounts]
}

/** Link that opens a kit anywhere; the part behind the # never reaches a server. */
export function kitCodeLink(origin: string, code: string): string {
  return `${origin}/k#${code}`
}

/**
 * Candidate codes in pasted, scanned or picked text: from a link to any Wrenchlist, or the bare
 * code. Likeliest first; then a link that mail programs wrapped over lines. Only the checksum
 * decides.
 */
export function findKitCodes(text: string): string[] {
  if (text.length > MAX_CODE_LENGTH + 2_000) return []
  const [, inLink] = /\/k\/?#([\w-]+)/i.exec(text) ?? []
  const [, cut] = /\/k\/?#([\w-]+(?:\r?\n[\w-]+)+)/i.exec(text) ?? []
  const all = inLink === undefined ? [text] : [inLink, cut ?? '']
  const codes = all.map((one) => one.replaceAll(/\s+/g, ''))
  return codes.filter((code) => /^\d[\w-]{30,}$/.test(code))
}

/** Likeliest candidate; null without one. */
export function findKitCode(text: string): string | null {
  return findKitCodes(text)[0] ?? null
}

/** Parses a kit. @throws CodeProblem when it is none, or damaged */
export async function readKitCode(text: string): Promise<PassedKit> {
  // Trailing punctuation of a sentence comes along with a link.
  const [, code] = /^(\d[\w-]+)(?:%[\dA-F]{2}|[^\w-])*$/i.exec(text) ?? []
  if (code === undefined) throw new CodeProblem(t('There is no kit in this.'))
  if (code.length > MAX_CODE_LENGTH) throw tooLarge()
  if (code.charAt(0) > VERSION) {
    throw new CodeProblem(t('This kit is from a newer Wrenchlist. Update this one first.'))
  }
  if (!code.startsWith(VERSION)) throw damaged()
  const bytes = bytesOf(code.slice(1))
  const packed = bytes.subarray(4)
  if (bytes.length < 6 || new DataView(bytes.buffer).getUint32(0) !== crc32(packed)) throw damaged()
  const kit = checkPassedKit(parse(await inflate(packed)))
  if (kit === null) throw damaged()
  if (kit === 'too_large') throw tooLarge()
  return kit
}

const damaged = () =>
  new CodeProblem(
    t('This kit is damaged: something of it is missing or was changed. Ask for it again.'),
  )
const tooLarge = () =>
  new CodeProblem(t('This kit is larger than a kit may be. Nothing was taken from it.'))

function parse(bytes: Uint8Array): unknown {
  try {
    return parseForeignJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw damaged()
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
  } catch {
    throw damaged()
  }
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof CompressionStream === 'undefined') return stored(bytes)
  return through(new CompressionStream('deflate-raw'), bytes, Number.POSITIVE_INFINITY)
}

/** Uncompressed deflate, for browsers without CompressionStream: 64 kB blocks (RFC 1951, 3.2.4). */
function stored(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const most = 65_535
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += most) {
    const block = bytes.subarray(at, at + most)
    const isLast = at + most >= bytes.length ? 1 : 0
    const { length } = block
    blocks.push(isLast, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255, ...block)
  }
  return Uint8Array.from(blocks)
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') {
    throw new CodeProblem(t('This browser is too old to read a kit that was passed on.'))
  }
  const unpacked = through(new DecompressionStream('deflate-raw'), bytes, MAX_INFLATED_BYTES)
  return unpacked.catch((error: unknown) => {
    throw error instanceof RangeError ? tooLarge() : damaged()
  })
}
