import path from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** What reads barcodes, with its size as it travels. */
export const barcodeFile = { path, bytes: 321_000 }
