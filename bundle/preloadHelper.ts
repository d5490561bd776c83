/**
 * Vite's helper that fetches what a file needs beside itself, in a third of its size. As there: a
 * stylesheet is waited for, and what fails says so with `vite:preloadError` (recoverChunks.ts).
 * Unlike there, a stylesheet that did not come is asked for again the next time, and a listener may
 * give the event a `recovery` that is waited for before the failure is told.
 */
import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

const SOURCE = `
const asked = new Map()

export async function __vitePreload(load, files = []) {
  try {
    await Promise.all(files.map(ask))
    return await load()
  } catch (error) {
    const event = new Event('vite:preloadError')
    dispatchEvent(event)
    await event.recovery
    throw error
  }
}

function ask(file) {
  let asking = asked.get(file)
  if (!asking) {
    asking = new Promise((resolve, reject) => {
      const isStyle = file.endsWith('.css')
      const link = document.createElement('link')
      link.rel = isStyle ? 'stylesheet' : 'modulepreload'
      link.crossOrigin = ''
      link.href = '/' + file
      link.onload = resolve
      link.onerror = () => {
        asked.delete(file)
        link.remove()
        reject(new Error(file))
      }
      document.head.append(link)
      if (!isStyle) resolve()
    })
    asked.set(file, asking)
  }
  return asking
}`

export const preloadHelper: Plugin = {
  name: 'preload-helper',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /preload-helper\.js$/ },
    handler: (id) => (id === HELPER ? SOURCE : null),
  },
}
