import { useEffect, useEffectEvent } from 'react'

/** Takes a file dropped anywhere on the page, which the browser would leave the page for. */
export function useFileDrop(onFile: (file: File) => void): void {
  const handle = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    const [file] = event.type === 'drop' ? event.dataTransfer.files : []
    if (file) onFile(file)
  })
  useEffect(() => {
    const stop = new AbortController()
    for (const type of ['dragover', 'drop'] as const)
      document.addEventListener(type, (event) => handle(event), { signal: stop.signal })
    return () => stop.abort()
  }, [])
}
