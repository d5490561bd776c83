/**
 * Lighthouse's mobile profile on six pages. It is not among our packages, being as large as all of
 * them: LIGHTHOUSE names its command (`npm install lighthouse` elsewhere, then the path of
 * `node_modules/.bin/lighthouse`). `RUNS=1` for a quick look.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createAccount, signIn } from '../../../e2e/account.ts'
import { addLine, chip, startBuild } from '../../../e2e/builder.ts'
import { inLab, summary, type Lab } from '../lab.ts'
import { report, type Row } from '../report.ts'

const LIGHTHOUSE = process.env['LIGHTHOUSE']
const RUNS = Number(process.env['RUNS'] ?? 5)
const LINES = 12
/** `KIT` stands for the build id of a public kit. */
const PAGES = ['/', '/create-kits', '/kit/KIT', '/list/KIT', '/builder', '/product/SF%20719%2F45']
/** Lists, empty builders and made-up parts are nothing to be found by a search. */
const INDEXED = ['/', '/create-kits', '/kit/KIT']
const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run --disable-dev-shm-usage'

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

interface Result {
  categories: Record<Category, { score: number; auditRefs: { id: string }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

const points = (result: Result, name: Category) => Math.round(result.categories[name].score * 100)

async function publicKit({ openBrowser, server }: Lab): Promise<string> {
  await createAccount(server, 'maria')
  const { page, close } = await openBrowser('desk')
  await signIn(page, 'maria')
  const buildId = await startBuild(page)
  await page.getByRole('button', { name: 'Try 2008 Audi S4' }).click()
  for (let line = 1; line <= LINES; line++) {
    await addLine(page, { name: `Part ${line}`, manufacturer: 'Corvane', price: '12.50' })
  }
  await page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 oil change, weekend')
  await page.getByRole('button', { name: 'Save Kit' }).click()
  await page.waitForURL(/\/kit\//)
  await chip(page).filter({ hasText: 'Synced' }).waitFor()
  await close()
  return buildId
}

async function audit(command: string, address: string, folder: string): Promise<Result> {
  const out = join(folder, 'result.json')
  const args = [address, '--quiet', '--output=json', `--output-path=${out}`]
  await promisify(execFile)(command, [...args, `--chrome-flags=${FLAGS}`], {
    env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] },
  })
  return JSON.parse(await readFile(out, 'utf8')) as Result
}

function rowsOf(path: string, results: readonly Result[]): Row[] {
  const missing = (name: Category) =>
    100 - summary(results.map((result) => points(result, name))).median
  const timing = (name: string) =>
    Math.round(summary(results.map(({ audits }) => audits[name]?.numericValue ?? 0)).median)
  const rest = missing('accessibility') + missing('best-practices')
  const failed = results.flatMap(({ categories, audits }) =>
    categories.seo.auditRefs.map(({ id }) => id).filter((id) => audits[id]?.score === 0),
  )
  const allowed = INDEXED.includes(path) ? [] : ['is-crawlable']
  return [
    {
      what: `${path}: points of performance missing to 100`,
      figure: missing('performance'),
      unit: '',
      budget: 5,
      note: `runs ${results.map((result) => points(result, 'performance')).join(' ')}, LCP ${timing('largest-contentful-paint')} ms, TBT ${timing('total-blocking-time')} ms`,
    },
    { what: '  of accessibility and best practices', figure: rest, unit: '', budget: 0 },
    {
      what: '  SEO audits failed',
      figure: failed.filter((id) => !allowed.includes(id)).length,
      unit: '',
      budget: 0,
      ...(failed.length > 0 && { note: [...new Set(failed)].join(', ') }),
    },
  ]
}

async function measured(lab: Lab, command: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-lighthouse-'))
  try {
    const buildId = await publicKit(lab)
    const rows: Row[] = []
    for (const path of PAGES) {
      const results: Result[] = []
      const address = lab.server.url + path.replace('KIT', buildId)
      while (results.length < RUNS) results.push(await audit(command, address, folder))
      rows.push(...rowsOf(path, results))
    }
    report(`Lighthouse, mobile, median of ${RUNS}`, rows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (LIGHTHOUSE) await inLab((lab) => measured(lab, LIGHTHOUSE))
else console.log('Left out: LIGHTHOUSE does not name its command.')
