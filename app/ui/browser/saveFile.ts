/** Time for the browser to start the download; then the memory is released. */
const KEPT_MS = 60_000

/** Downloads text, chunks of it, or a blob. */
export function saveFile(
  content: string | string[] | Blob,
  name: string,
  type = 'application/json',
): void {
  const blob = content instanceof Blob ? content : new Blob([content].flat(), { type })
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
