import path from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Barcode reader file, with its size on the wire. */
export const barcodeFile = { path, bytes: 321_000 }
