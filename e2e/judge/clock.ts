// A browser's clock, set wrong by libfaketime: pages, workers and storage alike, on every engine.
const library = process.env['FAKETIME_LIBRARY']

/**
 * What a browser finds in its environment so that its clock is so many seconds ahead, until it is
 * closed: the clock that only counts moves along, and a jump of that one would stop every timer.
 * Undefined where there is no libfaketime (FAKETIME_LIBRARY).
 */
export function clockEnv(aheadSeconds: number): Record<string, string> | undefined {
  if (aheadSeconds === 0) return {}
  if (!library) return undefined
  const sign = aheadSeconds < 0 ? '-' : '+'
  return { LD_PRELOAD: library, FAKETIME: `${sign}${Math.abs(aheadSeconds)}s` }
}
