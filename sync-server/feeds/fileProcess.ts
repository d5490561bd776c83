/**
 * The process that reads and imports files of parts, see files.ts: rows by the hundred thousand, parsed
 * and put into statements, beside a server that goes on answering. It yields to everybody else on the
 * machine, and ends with the server.
 */
import type { Knex } from 'knex'
import { TOO_MUCH, type FromFiles, type Task, type ToFiles } from './files.ts'

import { createReadStream } from 'node:fs'
import { setPriority } from 'node:os'
import { pino } from 'pino'
import { createLog } from '../log.ts'
import { writeBackup } from '../backup/writeBackup.ts'
import { connect, FILE_POOL, type Database } from '../db/connect.ts'
import { importFeed } from './importFeed.ts'
import { type Progress, writeProgress } from '../jobs/jobStore.ts'
import { stageFeed } from './stageFeed.ts'
import { undoFeed } from './undoFeed.ts'

const NICE = 10
const LOOK_EVERY_MS = 100

const tell = (message: FromFiles): void => void process.send?.(message)
const running = new Map<number, AbortController>()
// Where the server's log goes.
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
// A stop signal is for the server, which lets what is under way come to an end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
// The heap has a limit of its own; buffers and code are beside it.
const most = Number(process.argv[2]) * 1_048_576
const look = () => process.memoryUsage.rss() > most && process.exit(TOO_MUCH)
setInterval(look, LOOK_EVERY_MS).unref()
look()
// Nothing else keeps it alive between files.
process.channel?.ref()
try {
  setPriority(NICE)
} catch {
  // A hardened system forbids it (the unit in deploy/ does), and shares its processors by itself.
}
tell('ready')
