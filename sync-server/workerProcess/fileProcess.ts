/**
 * The file process, see files.ts: parses and imports feeds by the hundred thousand rows, beside a
 * server that goes on answering. It lowers its own priority, and ends with the server.
 */
import type { Knex } from 'knex'
import { TOO_MUCH, type FromFiles, type Task, type ToFiles } from '../feeds/files.ts'

import { createReadStream } from 'node:fs'
import { setPriority } from 'node:os'
import { pino } from 'pino'
import { createLog } from '../log/log.ts'
import { writeBackup } from '../backup/writeBackup.ts'
import { connect, FILE_POOL, type Database } from '../db/connect.ts'
import { importFeed } from '../feeds/importFeed.ts'
import { type Progress, writeProgress } from '../jobs/jobStore.ts'
import { stageFeed } from '../feeds/stageFeed.ts'
import { undoFeed } from '../feeds/undoFeed.ts'

const NICE = 10
const LOOK_EVERY_MS = 100

const tell = (message: FromFiles): void => void process.send?.(message)
const running = new Map<number, AbortController>()
// stderr, like the server's log.
const log = createLog('error', pino.destination({ fd: 2, sync: true }))
let opened: Promise<Database> | undefined

async function work(task: Task, signal: AbortSignal, databaseUrl: string): Promise<void> {
  opened ??= connect({ databaseUrl, pool: FILE_POOL, log })
  const { knex: db } = await opened.catch((error: unknown) => {
    opened = undefined
    throw error
  })
  if (task.does === 'read') {
    return stageFeed(db, () => createReadStream(task.path), task.staging)
  }
  if (task.does === 'backup') {
    await writeBackup(db, task.path, task.about)
    return
  }
  const { id, runner } = task.job
  const how = {
    ...task.job,
    now: task.now,
    signal,
    progress: (on: Knex, far: Progress) => writeProgress(on, id, runner, far),
  }
  return task.does === 'undo' ? undoFeed(db, how) : importFeed(db, how)
}

process.on('message', (message: ToFiles) => {
  if ('stop' in message) {
    running.get(message.stop)?.abort()
    return
  }
  const { nth, task, databaseUrl } = message
  const stopping = new AbortController()
  running.set(nth, stopping)
  void work(task, stopping.signal, databaseUrl)
    .then(
      () => tell({ nth }),
      (error: Error) =>
        tell({
          nth,
          error: { name: error.name, message: error.message, stack: error.stack ?? '' },
        }),
    )
    .finally(() => running.delete(nth))
})
// Stop signals are the server's, which lets running work finish.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
// The heap has its own limit; buffers and code come on top.
const most = Number(process.argv[2]) * 1_048_576
const look = () => process.memoryUsage.rss() > most && process.exit(TOO_MUCH)
setInterval(look, LOOK_EVERY_MS).unref()
look()
// The channel keeps it alive between files.
process.channel?.ref()
try {
  setPriority(NICE)
} catch {
  // A hardened system forbids it (the unit in deploy/ does), and schedules by itself.
}
tell('ready')
