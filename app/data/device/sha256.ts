/** SHA-256: 32 bytes. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Absent on plain http: only there the first visit downloads a hash.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  return (await import('@noble/hashes/sha2.js')).sha256(bytes)
}
