// `npm run judge`: see README.md. Started by scripts/judge.mjs.
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { EngineName } from '../engines/engine.ts'

import { rootFolder } from '../server.ts'
import { readJournal } from './journal.ts'
import { PLANTS, type Plant } from './lies.ts'
import { playRun } from './run.ts'
import { judge, type Verdict } from './verdict/judge.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [command = '', engine = 'chromium', minutes = '10', runs = '1', seed = '1'] =
  process.argv.slice(2)

const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-judge-'))
// Root gives its database to somebody who has to get there.
await chmod(folder, 0o755)
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1))
}
const journals = join(rootFolder, 'test-results/judge')
await mkdir(journals, { recursive: true })

async function playAndJudge(name: string, oneSeed: number, plant?: Plant): Promise<Verdict> {
  const own = join(folder, name)
  await mkdir(own)
  await chmod(own, 0o755)
  const journalFile = join(journals, `${name}.jsonl`)
  const options = { engine: engine as EngineName, seed: oneSeed, minutes: Number(minutes) }
  try {
    await playRun({ ...options, folder: own, journalFile, ...(plant ? { plant } : {}) })
  } catch (error) {
    say(`  The run broke off: ${error instanceof Error ? (error.stack ?? '') : String(error)}`)
  }
  return judge(await readJournal(journalFile))
}

function report({ findings, figures }: Verdict): void {
  for (const { word, what, device, at } of findings) {
    say(`  ${word}: ${what} (${device}, ${new Date(at).toISOString().slice(11, 23)})`)
  }
  say(
    `  ${Object.entries(figures)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  )
}

async function playRuns(): Promise<boolean> {
  let isInnocent = true
  for (let run = 0; run < Number(runs); run++) {
    const oneSeed = Number(seed) + run
    const verdict = await playAndJudge(`${engine}-${oneSeed}`, oneSeed)
    const { length } = verdict.findings
    say(
      `${engine}, seed ${oneSeed}, ${minutes} minutes: ${length === 0 ? 'innocent' : `${length} findings`}`,
    )
    report(verdict)
    isInnocent &&= length === 0
  }
  return isInnocent
}

async function playPlants(): Promise<boolean> {
  let areSeen = true
  const honest: Plant = {
    name: 'no lie at all',
    guilty: [],
    at: 'writer',
    lie: () => ({ toServer: (sent) => sent, toDevice: (got) => got }),
  }
  for (const [at, plant] of [honest, ...PLANTS].entries()) {
    const verdict = await playAndJudge(`plant-${at}`, at + 1, plant)
    const words = [...new Set(verdict.findings.map(({ word }) => word))]
    const isSeen =
      plant.guilty.length === 0
        ? words.length === 0
        : plant.guilty.some((word) => words.some((each) => each === word))
    areSeen &&= isSeen
    say(`${isSeen ? 'seen  ' : 'MISSED'} ${plant.name}: ${words.join(', ') || 'innocent'}`)
    if (!isSeen) report(verdict)
  }
  return areSeen
}

async function judgeFile(file: string): Promise<boolean> {
  const verdict = judge(await readJournal(file))
  report(verdict)
  return verdict.findings.length === 0
}

const isWell =
  command === 'plants'
    ? await playPlants()
    : command === 'journal'
      ? await judgeFile(engine)
      : await playRuns()
process.exit(isWell ? 0 : 1)
