/** Main thread cost of keys, from a browser trace. */
import type { CDPSession } from '@playwright/test'

export interface TraceEvent {
  name: string
  ts: number
  dur?: number
  tdur?: number
  pid: number
  tid: number
  args?: { data?: { type?: string } }
}

/** Trace events recorded during `work`. */
export async function trace(session: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
      ],
      excludedCategories: ['*'],
    },
  })
  await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return events
}

/** Sum of the main thread's tasks from each key to the next, milliseconds. */
export function tasksOfKeys(events: readonly TraceEvent[]): number[] {
  const keys = events
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
    .toSorted((a, b) => a.ts - b.ts)
  const [first] = keys
  if (!first) throw new Error('The trace holds no key.')
  const tasks = events.filter(
    // RunTask alone: the scheduler reports the same task a second time under another name.
    ({ name, pid, tid }) => name === 'RunTask' && pid === first.pid && tid === first.tid,
  )
  // The task that holds a key begins before the key itself.
  const starts = keys.map((key) => {
    const holder = tasks.find(({ ts, dur = 0 }) => ts <= key.ts && key.ts <= ts + dur)
    return holder?.ts ?? key.ts
  })
  return starts.slice(0, -1).map((start, at) => {
    const end = starts[at + 1] ?? Infinity
    return tasks
      .filter(({ ts }) => ts >= start && ts < end)
      .reduce((sum, { dur = 0, tdur }) => sum + (tdur ?? dur) / 1_000, 0)
  })
}
