/** How long the browser may take to begin; after that the memory is given back. */
const KEPT_MS = 60_000

/** Hands text, or pieces of one, to the browser as a file to download. */
export function saveFile(text: string | string[], name: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text].flat(), { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
