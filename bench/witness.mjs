// Loaded into a server before anything else: answers how its event loop and memory do.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('message', () => {
  const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - 10)
  const [loopP50, loopP99, loopMax] = [delay.percentile(50), delay.percentile(99), delay.max].map(
    ms,
  )
  globalThis.gc()
  const { heapUsed: heap, rss } = process.memoryUsage()
  process.send({ loopP50, loopP99, loopMax, heap, rss })
  delay.reset()
})
process.channel.unref()
