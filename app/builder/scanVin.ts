/** Finds a VIN in pictures of a camera: barcodes as they are on door frames and windshields. */
import type { ReaderOptions } from 'zxing-wasm/reader'

import { isCheckDigitRight, parseVin } from '#shared/vin.ts'
import { barcodeFile } from '../store/barcodeFile.ts'
import { fetchKept } from '../store/vehicleData.ts'

/** What the browser itself may have; TypeScript does not list it. */
interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const NATIVE_FORMATS = ['code_39', 'code_128', 'data_matrix', 'qr_code']
const OPTIONS: ReaderOptions = {
  formats: ['Code39', 'Code128', 'DataMatrix', 'QRCode'],
  tryHarder: true,
  maxNumberOfSymbols: 4,
}
/** Wider pictures cost time and show no more of a barcode that fills the frame. */
const MAX_WIDTH = 1_280

/** Reads the texts of all barcodes in the current picture of a video. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string[]>

/** The browser's own reader where it knows these barcodes, else one that is fetched and kept. */
export async function createFrameReader(): Promise<ReadFrame> {
  const detector = await nativeDetector().catch(() => null)
  if (detector) {
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
  }
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const wasmBinary = await (await fetchKept(barcodeFile.path)).arrayBuffer()
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0) return []
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const picture = context.getImageData(0, 0, canvas.width, canvas.height)
    return (await readBarcodes(picture, OPTIONS)).map(({ text }) => text)
  }
}

async function nativeDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const known = (await BarcodeDetector?.getSupportedFormats()) ?? []
  const formats = NATIVE_FORMATS.filter((format) => known.includes(format))
  return BarcodeDetector && formats.includes('code_39') ? new BarcodeDetector({ formats }) : null
}

/**
 * The VIN in the text of a barcode: alone, behind the I that marks imported cars, or as one of the
 * fields of a two-dimensional code. One with a right check digit comes first; null for none.
 */
export function vinInText(text: string): string | null {
  const found = [
    ...text.toUpperCase().matchAll(/(?<![A-HJ-NPR-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-HJ-NPR-Z0-9])/g),
  ]
    .map(([vin]) => vin)
    .filter((vin) => 'vin' in parseVin(vin) && /\d/.test(vin))
  return found.find(isCheckDigitRight) ?? found[0] ?? null
}
