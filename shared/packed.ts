/** Packed bytes: streams within limits, and the checksum of gzip and zip. */
type Bytes = Uint8Array<ArrayBuffer>

/** Input at once: a browser unpacks it in one turn, to at most a thousand times its size. */
const SLICE_BYTES = 8_192
/** A turn of the event loop that nobody notices. */
const TURN_MS = 20

/** Lets others have a turn whenever the work since the last one has been long. */
export function rests(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await new Promise((resolve) => setTimeout(resolve, 0))
    since = performance.now()
  }
}

/** All of a stream. @throws a RangeError as soon as that exceeds `most` bytes */
export async function readUpTo(stream: ReadableStream<Bytes>, most: number): Promise<Blob> {
  const reader = stream.getReader()
  const rest = rests()
  const pieces: Bytes[] = []
  for (let length = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(pieces)
    length += value.length
    if (length > most) {
      void reader.cancel().catch(() => undefined)
      throw new RangeError('larger than it may be')
    }
    pieces.push(value)
    await rest()
  }
}

/** Bytes as a stream packs or unpacks them. @throws as `readUpTo`, and a TypeError for damaged ones */
export async function through(
  { writable, readable }: CompressionStream | DecompressionStream,
  bytes: Bytes,
  most: number,
): Promise<Bytes> {
  const writer = writable.getWriter()
  const write = async () => {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES)
      await writer.write(bytes.subarray(at, at + SLICE_BYTES))
    await writer.close()
  }
  // Write errors also surface at the reader.
  write().catch(() => undefined)
  return new Uint8Array(await (await readUpTo(readable, most)).arrayBuffer())
}

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0)
  return byte
})

/** CRC-32 (RFC 1952, section 8). */
export function crc32(bytes: Bytes): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (REMAINDERS[(crc ^ byte) & 255] ?? 0)
  return ~crc >>> 0
}
