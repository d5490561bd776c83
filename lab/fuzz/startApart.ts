/** Starts serverApart.ts and speaks with it. */
import type { ChildProcess } from 'node:child_process'

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { Env } from '../../sync-server/env/env.ts'
import type { Letter } from '../../sync-server/mail/mailer.ts'
import type { Route } from './goodCalls.ts'

import { bundled } from '../../sync-server/testProcess.ts'

export interface Settings {
  databaseUrl: string
  env: Partial<Env>
}

export type FromServer =
  | { url: string; routes: Route[] }
  | { letters: Letter[] }
  | { unitMs: number }

export interface ServerApart {
  url: string
  routes: Route[]
  /** All mail that had left when it was told to rest last. */
  letters: Letter[]
  deps: { mailer: { idle(): Promise<void> } }
  /** The longest turn of its event loop since it was asked last, in pieces of known work. */
  turnUnits(): Promise<number>
  close(): Promise<void>
}

const witness = fileURLToPath(new URL('../../sync-server/testWitness.mjs', import.meta.url))

/** Time that the cost of the known work is taken to hold. */
const UNIT_HOLDS_MS = 2_000

export async function startApart(settings: Settings): Promise<ServerApart> {
  const file = bundled('../lab/fuzz/serverApart.ts', 'serverApart')
  const child = fork(file, [JSON.stringify(settings)], {
    execArgv: ['--expose-gc', '--import', witness],
  })
  const started = await heard(child, 'url')
  const letters: Letter[] = []
  let unit = { ms: 0, until: 0 }
  return {
    ...started,
    letters,
    deps: {
      mailer: {
        async idle() {
          const answer = heard(child, 'letters')
          child.send('rest')
          letters.push(...(await answer).letters)
        },
      },
    },
    async turnUnits() {
      const answer = heard(child, 'turnMax')
      child.send('how long?')
      const { turnMax } = await answer
      if (performance.now() > unit.until) {
        const work = heard(child, 'unitMs')
        child.send('work')
        unit = { ms: (await work).unitMs, until: performance.now() + UNIT_HOLDS_MS }
        // The known work was a turn of its own.
        const own = heard(child, 'turnMax')
        child.send('how long?')
        await own
      }
      return turnMax / unit.ms
    },
    async close() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** The next message that has `key`; rejects when the process ends instead. */
function heard<Key extends string>(child: ChildProcess, key: Key) {
  type Heard = Extract<FromServer | { turnMax: number }, Record<Key, unknown>>
  return new Promise<Heard>((resolve, reject) => {
    const ended = () => reject(new Error('the server ended'))
    const listen = (message: object) => {
      if (!(key in message)) return
      child.off('message', listen)
      child.off('exit', ended)
      resolve(message as Heard)
    }
    child.on('message', listen)
    child.once('exit', ended)
  })
}
