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
  /** The longest turn of its event loop since it was asked last, in pieces of known work it does now. */
  turnUnits(): Promise<number>
  close(): Promise<void>
}

const witness = fileURLToPath(new URL('../../sync-server/testWitness.mjs', import.meta.url))

export async function startApart(settings: Settings): Promise<ServerApart> {
  const file = bundled('../lab/fuzz/serverApart.ts', 'serverApart')
  const child = fork(file, [JSON.stringify(settings)], {
    execArgv: ['--expose-gc', '--import', witness],
  })
  const started = await heard(child, 'url')
  const letters: Letter[] = []
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
      const work = heard(child, 'unitMs')
      child.send('work')
      const { unitMs } = await work
      const answer = heard(child, 'turnMax')
      child.send('how are you?')
      return (await answer).turnMax / unitMs
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
