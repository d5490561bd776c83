/** How long the browser may take to begin; after that the memory is given back. */
const KEPT_MS = 60_000

/** Hands text, pieces of one, or what is a file already, to the browser to download. */
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
