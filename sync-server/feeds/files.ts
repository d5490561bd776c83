/**
 * Feeds are read and imported in a process of their own: parsing blocks an event loop for many
 * turns, and every answer would wait for them. It starts with the first file, and ends after a
 * while without one.
 */
import type { ImportTask } from './importFeed.ts'
import type { Staging } from './stageFeed.ts'

import { fork } from 'node:child_process'
import { JobFailure } from '../jobs/jobFailure.ts'
import { tell } from '../words/told.ts'

export type Task =
  | { does: 'read'; path: string; staging: Staging }
  | { does: 'import' | 'undo'; job: ImportTask; now: number }
  /** Not a feed, but as long a task. */
  | { does: 'backup'; path: string; about: { version: string; now: number } }

export type ToFiles = { nth: number; task: Task; databaseUrl: string } | { stop: number }
export type FromFiles = 'ready' | { nth: number; error?: Failure }

const IDLE_MS = 30_000
/** JavaScript heap; the process may use half as much again, whatever the file size. */
const HEAP_MB = 320
/** Exit code for a full heap. */
export const TOO_MUCH = 70

export interface Files {
  /**
   * Resolves when the task is done.
   * @throws the task's error, also after `signal`; an Error when the process ended
   */
  run(task: Task, signal?: AbortSignal): Promise<void>
  /** Ends the process and its tasks. */
  close(): void
}

type Failure = { name: string; message: string; stack: string }

interface FilesProcess {
  run: Files['run']
  close(): void
  /** False once it is closing or has ended. */
  isOpen(): boolean
}

/** @param file bundle of fileProcess.ts */
export function createFiles(file: string, databaseUrl: string, heapMb = HEAP_MB): Files {
  let current: FilesProcess | null = null
  return {
    run(task, signal) {
      if (!current?.isOpen()) current = startProcess(file, databaseUrl, heapMb)
      return current.run(task, signal)
    },
    close: () => current?.close(),
  }
}

function startProcess(file: string, databaseUrl: string, heapMb: number): FilesProcess {
  const mostMb = heapMb * 1.5
  const child = fork(file, [String(mostMb)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [...process.execArgv, `--max-old-space-size=${heapMb}`],
  })
  let isOver = false
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>()
  let last = 0
  let idle: NodeJS.Timeout | undefined
  let becomeReady = () => {}
  // Messages sent before it listens are lost.
  const ready = new Promise<void>((resolve) => (becomeReady = resolve))
  const post = (message: ToFiles) => void (child.connected && child.send(message))
  const close = () => {
    clearTimeout(idle)
    if (child.connected) child.disconnect()
  }
  const ended = (code: unknown, signal?: string | null) => {
    isOver = true
    // V8 aborts when its heap is full.
    const isFull = code === TOO_MUCH || signal === 'SIGABRT'
    const why = isFull
      ? tell('The work on the file took more than {most} MB of memory. Nothing was changed.', {
          most: mostMb,
        })
      : tell('The process that works on files was ended ({why}). Nothing was changed.', {
          why: signal ?? String(code),
        })
    for (const { reject } of waiting.values()) reject(new JobFailure(why))
    waiting.clear()
  }
  child.once('exit', ended)
  child.once('error', ended)
  child.on('message', (message: FromFiles) => {
    if (message === 'ready') return becomeReady()
    const { nth, error } = message
    const task = waiting.get(nth)
    waiting.delete(nth)
    if (error) task?.reject(errorOf(error))
    else task?.resolve()
    if (waiting.size === 0) idle = setTimeout(close, IDLE_MS).unref()
  })
  return {
    run(task, signal) {
      clearTimeout(idle)
      const nth = ++last
      const done = new Promise<void>((resolve, reject) => waiting.set(nth, { resolve, reject }))
      void ready.then(() => {
        const stop = () => post({ stop: nth })
        post({ nth, task, databaseUrl })
        if (signal?.aborted) stop()
        else signal?.addEventListener('abort', stop, { once: true })
      })
      return done
    },
    close,
    isOpen: () => child.connected && !isOver,
  }
}

function errorOf({ name, message, stack }: Failure): Error {
  const error = name === 'JobFailure' ? new JobFailure(message) : new Error(message)
  error.stack = stack
  return error
}
