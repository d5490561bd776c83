/**
 * Files of parts are read and imported in a process of their own: parsing keeps an event loop busy in
 * turns, and every answer of the server would wait for dozens of them. It starts with the first file,
 * and ends when there was none for a while.
 */
import type { ImportTask } from './importFeed.ts'
import type { Staging } from './stageFeed.ts'

import { fork } from 'node:child_process'
import { JobFailure } from '../jobs/jobFailure.ts'

export type Task =
  | { does: 'read'; path: string; staging: Staging }
  | { does: 'import' | 'undo'; job: ImportTask; now: number }
  /** Not of parts, but as long a work. */
  | { does: 'backup'; path: string; about: { version: string; now: number } }

export type ToFiles = { nth: number; task: Task; databaseUrl: string } | { stop: number }
export type FromFiles = 'ready' | { nth: number; error?: Failure }

const IDLE_MS = 30_000

export interface Files {
  /**
   * Fulfilled when it is done, or has let go after `signal` was aborted.
   * @throws what the work threw; an Error when the process ended
   */
  run(task: Task, signal?: AbortSignal): Promise<void>
  /** Ends the process with all it does. */
  close(): void
}

type Failure = { name: string; message: string; stack: string }

interface FilesProcess {
  run: Files['run']
  close(): void
  /** False once it is told to end, or has. */
  isOpen(): boolean
}

/** @param file what the process runs: fileProcess.ts, as it was built */
export function createFiles(file: string, databaseUrl: string): Files {
  let current: FilesProcess | null = null
  return {
    run(task, signal) {
      if (!current?.isOpen()) current = startProcess(file, databaseUrl)
      return current.run(task, signal)
    },
    close: () => current?.close(),
  }
}

function startProcess(file: string, databaseUrl: string): FilesProcess {
  const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>()
  let last = 0
  let idle: NodeJS.Timeout | undefined
  let becomeReady = () => {}
  // What is sent to it before it listens is lost.
  const ready = new Promise<void>((resolve) => (becomeReady = resolve))
  const tell = (message: ToFiles) => void (child.connected && child.send(message))
  const close = () => {
    clearTimeout(idle)
    if (child.connected) child.disconnect()
  }
  const ended = () => {
    for (const { reject } of waiting.values()) reject(new Error('The process for files ended.'))
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
        const stop = () => tell({ stop: nth })
        tell({ nth, task, databaseUrl })
        if (signal?.aborted) stop()
        else signal?.addEventListener('abort', stop, { once: true })
      })
      return done
    },
    close,
    isOpen: () => child.connected,
  }
}

function errorOf({ name, message, stack }: Failure): Error {
  const error = name === 'JobFailure' ? new JobFailure(message) : new Error(message)
  error.stack = stack
  return error
}
