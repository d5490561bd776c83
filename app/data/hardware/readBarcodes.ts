/** Reads barcodes in pictures: with the browser's detector, else with a cached reader. */
import type { ReadInputBarcodeFormat, ReaderOptions } from 'zxing-wasm/reader'

import { barcodeFile } from './barcodeFile.ts'
import { fetchKept } from './fetchKept.ts'

/** BarcodeDetector, as some browsers have it; TypeScript does not list it. */
interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const NATIVE_NAMES = {
  Code39: 'code_39',
  Code128: 'code_128',
  DataMatrix: 'data_matrix',
  QRCode: 'qr_code',
} as const satisfies Partial<Record<ReadInputBarcodeFormat, string>>
export type BarcodeFormat = keyof typeof NATIVE_NAMES

/** Wider pictures cost time and add nothing to a barcode that fills the frame. */
const MAX_WIDTH = 1_280
/** Widths tried on a chosen picture, where the code may be small. */
const MAX_STILL_WIDTHS = [1_280, 2_600]
/** Timeout of a background fetch. */
const KEEP_MS = 120_000

/** Reads every barcode in the current frame. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string[]>

/** @param formats the first is required; a native detector without it is not used */
export async function createFrameReader(formats: readonly BarcodeFormat[]): Promise<ReadFrame> {
  const detector = await nativeDetector(formats).catch(() => null)
  if (detector) {
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
  }
  const read = await loadReader(formats)
  return async (video) => read(video, video.videoWidth, video.videoHeight, MAX_WIDTH)
}

/** Reads barcodes in a chosen picture. Throws when it is not a picture. */
export async function readStill(
  picture: Blob,
  formats: readonly BarcodeFormat[],
): Promise<string[]> {
  const bitmap = await createImageBitmap(picture)
  try {
    const read = await loadReader(formats)
    for (const width of MAX_STILL_WIDTHS) {
      const texts = await read(bitmap, bitmap.width, bitmap.height, width)
      if (texts.length > 0 || bitmap.width <= width) return texts
    }
    return []
  } finally {
    bitmap.close()
  }
}

/** Caches the barcode reader for offline use. Never throws. */
export async function keepReader(formats: readonly BarcodeFormat[]): Promise<void> {
  const detector = await nativeDetector(formats).catch(() => null)
  // Chosen pictures always use our reader.
  if (detector && !navigator.onLine) return
  await fetchKept(barcodeFile.path, KEEP_MS).catch(() => undefined)
}

async function loadReader(formats: readonly BarcodeFormat[]) {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const wasmBinary = await (await fetchKept(barcodeFile.path)).arrayBuffer()
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const options: ReaderOptions = { formats: [...formats], tryHarder: true, maxNumberOfSymbols: 4 }
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (source: CanvasImageSource, width: number, height: number, most: number) => {
    const scale = Math.min(1, most / width)
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    if (!context || canvas.width === 0) return []
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
    const picture = context.getImageData(0, 0, canvas.width, canvas.height)
    return (await readBarcodes(picture, options)).map(({ text }) => text)
  }
}

async function nativeDetector(wanted: readonly BarcodeFormat[]): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const known = (await BarcodeDetector?.getSupportedFormats()) ?? []
  const formats: string[] = wanted
    .map((format) => NATIVE_NAMES[format])
    .filter((format) => known.includes(format))
  const [needed] = wanted
  const isOfUse = needed !== undefined && formats.includes(NATIVE_NAMES[needed])
  return BarcodeDetector && isOfUse ? new BarcodeDetector({ formats }) : null
}
