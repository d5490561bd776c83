/**
 * A kit in a link or a QR code: text length of the 12-line reference kit, time to pack and unpack
 * it on a slow phone, and how many photos of its code are read.
 */
import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { encode } from 'uqr'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

import { writeKitCode, kitCodeLink } from '#shared/kinds/kitCode.ts'
import { REFERENCE_KIT } from '../../../e2e/referenceKit.ts'
import { inLab, summary } from '../lab.ts'
import { photograph } from './photograph.ts'
import { report, type Row } from '../report.ts'

const SLOWDOWN = 4
const RUNS = 40
const BUDGET_MS = 30
const ORIGIN = 'https://wrenchlist.example'
/** Modules of version 25 (ISO/IEC 18004), the largest that is offered. */
const MOST_MODULES = 117
const PIXELS_A_MODULE = 3

const code = await writeKitCode(REFERENCE_KIT)
const rows: Row[] = [
  { what: 'characters behind the #', figure: code.length, unit: '', budget: 960 },
  ...(await timeRows()),
  await photoRow(),
]
report(`Passing a kit of ${REFERENCE_KIT.lines.length} lines on`, rows)

/** Runs in a page, since the platform's own streams take most of the time. */
async function timeRows(): Promise<Row[]> {
  const { outputFiles } = await build({
    entryPoints: ['shared/kinds/kitCode.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'kitCode',
  })
  const script = outputFiles[0]?.text ?? ''
  let times: { encode: number[]; decode: number[] } = { encode: [], decode: [] }
  await inLab(async ({ openBrowser }) => {
    const { page } = await openBrowser('phone')
    await page.goto('about:blank')
    await page.addScriptTag({ content: script })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    times = await page.evaluate<typeof times>(`(async () => {
      const kit = ${JSON.stringify(REFERENCE_KIT)}
      const times = { encode: [], decode: [] }
      for (let run = 0; run < ${RUNS}; run++) {
        const from = performance.now()
        const code = await kitCode.writeKitCode(kit)
        const middle = performance.now()
        await kitCode.readKitCode(code)
        times.encode.push(middle - from)
        times.decode.push(performance.now() - middle)
      }
      return times
    })()`)
  })
  return (['encode', 'decode'] as const).map((what) => {
    const { median, p95 } = summary(times[what])
    return {
      what: `${what}, p95 of ${RUNS} at ${SLOWDOWN}x CPU`,
      figure: Math.round(p95 * 10) / 10,
      unit: 'ms',
      budget: BUDGET_MS,
      note: `median ${Math.round(median * 10) / 10} ms`,
    }
  })
}

/** Codes up to version 25, each as a seeded camera might see it. */
async function photoRow(): Promise<Row> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = readFileSync(wasm).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  let misread = 0
  for (let seed = 1; seed <= RUNS; seed++) {
    // From short kits to the longest that is offered as a code.
    const length = Math.round(300 + (900 * seed) / RUNS)
    const text = kitCodeLink(ORIGIN, code.repeat(2)).slice(0, length)
    const { data } = encode(text, { ecc: 'L', boostEcc: true, border: 0 })
    if (data.length > MOST_MODULES) throw new Error(`version too high: ${data.length} modules`)
    const picture = photograph(data, PIXELS_A_MODULE, seed)
    const [found] = await readBarcodes(picture as ImageData, {
      formats: ['QRCode'],
      tryHarder: true,
    })
    if (found?.text !== text) misread++
  }
  return {
    what: `codes of ${RUNS} photographs that were not read`,
    figure: misread,
    unit: '',
    budget: Math.floor(RUNS * 0.05),
    note: `versions up to 25, ${PIXELS_A_MODULE} px a module; perspective, blur, noise, uneven light`,
  }
}
