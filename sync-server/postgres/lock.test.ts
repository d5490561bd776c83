import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockDirectory } from './lock.ts'

let dataDir: string
const children: ChildProcess[] = []
const ignore = () => undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  rmSync(dataDir, { recursive: true, force: true })
})

/** A process that tries to take the lock on command; it answers 'taken' or its error. */
async function starter(): Promise<{ child: ChildProcess; go(): Promise<string> }> {
  const child = fork(new URL('./lockHolder.ts', import.meta.url), [dataDir], {
    execArgv: ['--import', 'tsx'],
  })
  children.push(child)
  await once(child, 'message')
  return {
    child,
    async go() {
      child.send('go')
      const [answer] = (await once(child, 'message')) as [string]
      return answer
    },
  }
}

// T108
test('a second process is refused with a sentence that names the first', async () => {
  const { child, go } = await starter()
  await expect(go()).resolves.toBe('taken')
  await expect(lockDirectory(dataDir, ignore)).rejects.toThrow(
    new RegExp(
      `^DATA_DIR ${dataDir} is in use by Wrenchlist process ${child.pid} \\(started \\d\\d:\\d\\d\\)\\. Stop it first, or set another DATA_DIR\\.$`,
    ),
  )
})

test('the lock of a killed process is taken over', async () => {
  const { child, go } = await starter()
  await go()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = await lockDirectory(dataDir, ignore)
  expect(readdirSync(dataDir)).toEqual(['wrenchlist.lock'])
  lock.release()
  expect(readdirSync(dataDir)).toEqual([])
})

test('a lock that was released leaves nothing to clean up', async () => {
  const first = await lockDirectory(dataDir, ignore)
  await expect(lockDirectory(dataDir, ignore)).rejects.toThrow(/in use/)
  first.release()
  const second = await lockDirectory(dataDir, ignore)
  second.release()
})

test('of six that start at once on a stale lock exactly one gets it, ten times', async () => {
  const starters = await Promise.all(Array.from({ length: 6 }, () => starter()))
  const last = await starter()
  await last.go()
  const stale = readFileSync(join(dataDir, 'wrenchlist.lock'), 'utf8')
  last.child.kill('SIGKILL')
  await once(last.child, 'exit')

  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(starters.map(({ go }) => go()))
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1)
    expect(answers.filter((answer) => answer.includes('in use'))).toHaveLength(5)
    const winner = starters[answers.indexOf('taken')]
    winner?.child.send('release')
    await once(winner!.child, 'message')
    expect(readdirSync(dataDir)).toEqual([])
    // Half of the rounds start from a stale lock, half from none.
    if (round % 2) writeFileSync(join(dataDir, 'wrenchlist.lock'), stale)
  }
})

test('a reused process number does not keep a dead lock alive', async () => {
  const lock = await lockDirectory(dataDir, ignore)
  const file = join(dataDir, 'wrenchlist.lock')
  const mark = JSON.parse(readFileSync(file, 'utf8')) as { started: string }
  lock.release()
  if (!existsSync('/proc/self/stat')) return
  writeFileSync(file, JSON.stringify({ ...mark, started: '1', id: 'old' }))
  const taken = await lockDirectory(dataDir, ignore)
  taken.release()
})

test('a lock that a power cut left empty is taken over', async () => {
  const file = join(dataDir, 'wrenchlist.lock')
  writeFileSync(file, '')
  utimesSync(file, 0, 0)
  const taken = await lockDirectory(dataDir, ignore)
  taken.release()
  expect(readdirSync(dataDir)).toEqual([])
})

test('a holder in another container is known by its heartbeat', async () => {
  const lock = await lockDirectory(dataDir, ignore)
  const file = join(dataDir, 'wrenchlist.lock')
  const mark = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...mark, place: 'another machine' }))
  await expect(lockDirectory(dataDir, ignore)).rejects.toThrow(/in use/)
  lock.release()
})

test('a running process notices that its lock was taken away', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const onLost = vi.fn()
  const lock = await lockDirectory(dataDir, onLost)
  rmSync(join(dataDir, 'wrenchlist.lock'))
  vi.advanceTimersByTime(2_500)
  expect(onLost).toHaveBeenCalledOnce()
  lock.release()
  vi.useRealTimers()
})
