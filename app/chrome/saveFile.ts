/** How long the browser may take to begin; after that the memory is given back. */
const KEPT_MS = 60_000

/** Hands text to the browser as a file to download. */
export function saveFile(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
