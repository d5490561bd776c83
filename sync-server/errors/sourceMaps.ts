/**
 * Maps stacks to source positions. Maps are built beside the app and never served; those of earlier
 * builds are gone, and their stacks stay as they came.
 */
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

export interface SourceMaps {
  /** The mapped stack; null where no map knows any position. */
  resolve(stack: string): Promise<string | null>
}

/** Cached maps: some take a megabyte. */
const MAX_OPEN = 6

/** In brackets or alone: "https://host/assets/core-ByFIQeg.js:12:345", "file:///…/server.mjs:1:2". */
const ADDRESS = /(?:https?|file):\/\/[^\s()]+/g
/** File, line and column at the end of an address. */
const PLACE = /\/([\w.-]{1,100}\.m?js)(?:\?[^\s():/]{0,50})?:(\d{1,7}):(\d{1,7})/

/** @param folders with `*.map` files, found by the name of the file they map */
export function createSourceMaps(folders: readonly string[]): SourceMaps {
  // Looked up among existing files: a name in a stack never becomes a path.
  const files = new Map<string, string>()
  for (const folder of folders.filter((name) => existsSync(name))) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.map')) continue
      files.set(basename(entry.name, '.map'), join(folder, entry.name))
    }
  }
  const opened = new Map<string, Promise<TraceMap | null>>()

  function mapOf(name: string): Promise<TraceMap | null> {
    const file = files.get(name)
    if (file === undefined) return Promise.resolve(null)
    const map = opened.get(name) ?? readMap(file)
    // LRU order: last used goes last.
    opened.delete(name)
    opened.set(name, map)
    const [oldest] = opened.keys()
    if (opened.size > MAX_OPEN && oldest !== undefined) opened.delete(oldest)
    return map
  }

  return {
    async resolve(stack) {
      const places = (stack.match(ADDRESS) ?? []).map((address) => PLACE.exec(address))
      const known = places.flatMap((place) => place?.[1] ?? [])
      const names = [...new Set(known)].slice(0, MAX_OPEN)
      const maps = new Map<string, TraceMap | null>()
      for (const name of names) maps.set(name, await mapOf(name))
      if (![...maps.values()].some(Boolean)) return null
      return stack.replaceAll(ADDRESS, (whole) => {
        const place = PLACE.exec(whole)
        const [placed = '', name = '', line, column] = place ?? []
        const map = maps.get(name)
        if (!place || !map || Number(line) < 1) return whole
        // Stacks count columns from 1, maps from 0.
        const at = { line: Number(line), column: Math.max(0, Number(column) - 1) }
        const found = originalPositionFor(map, at)
        if (found.source === null) return whole
        const source = found.source.replace(/^(?:\.\.\/)+/, '')
        return `${source}:${found.line}:${found.column + 1}${whole.slice(place.index + placed.length)}`
      })
    },
  }
}

async function readMap(file: string): Promise<TraceMap | null> {
  try {
    return new TraceMap(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}
