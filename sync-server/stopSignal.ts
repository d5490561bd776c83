// npm passes a signal on to its child, and a terminal sends it to the whole group: one Ctrl-C
// arrives twice within milliseconds. Only a later one means "now".
const SAME_PRESS_MS = 1_000

/** Calls `stop` at the first SIGTERM, SIGINT or SIGHUP; a second one exits at once. */
export function onStopSignal(stop: () => void): void {
  let first = 0
  const handle = () => {
    if (first === 0) {
      first = performance.now()
      stop()
    } else if (performance.now() - first > SAME_PRESS_MS) {
      process.exit(1)
    }
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
  // The terminal was closed.
  process.on('SIGHUP', handle)
}
