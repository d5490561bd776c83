/** Latency of the first results of a parts search, with their counts, over HTTP. */
import { summary } from '../lab.ts'
import { numberOf } from './manyParts.ts'
import type { Row } from '../report.ts'

const BUDGET_MS = 100
const TIMES = 20
const NOUNS = ['oil', 'pump', 'hose', 'coil']

const turn = <Value>(values: readonly Value[], n: number) => values[n % values.length]

/** Typical searches and filters, each in many variants. */
const searches = (parts: number): Record<string, (n: number) => Record<string, string>> => {
  const number = (n: number) => numberOf(Math.floor((n * parts) / (TIMES + 1)))
  return {
    'letter by letter': (n) => ({ q: 'brake disc'.slice(0, 1 + (n % 10)).trim() }),
    'two common words': () => ({ q: 'oil filter' }),
    'a word and a brand in words': (n) => ({ q: `${turn(NOUNS, n)} fictiva` }),
    'a word, of one brand': (n) => ({ q: `${turn(NOUNS, n)}`, brand: 'Fictiva' }),
    'a price': (n) => ({ q: 'sensor', min: `${n * 4}`, max: `${n * 4 + 10}` }),
    'in stock': () => ({ q: 'gasket', stock: 'yes' }),
    'a task': () => ({ task: 'Oil Change' }),
    'a vehicle': (n) => ({ make: 'Audi', model: `M${n}`, year: '2005' }),
    'a vehicle and words': (n) => ({ make: 'Audi', model: `M${n}`, year: '2005', q: 'oil filter' }),
    'a vehicle, task and brand': (n) => ({
      make: 'Audi',
      model: `M${n}`,
      year: '2005',
      task: 'Brakes',
      brand: 'Exemplar',
    }),
    'a number': (n) => ({ q: number(n) }),
    'a number, other signs': (n) => ({
      q: number(n)
        .replace(' ', '-')
        .replace(/-(\d)$/, '/$1'),
    }),
    'half a number': (n) => ({ q: number(n).slice(0, 7) }),
    'what nobody has': (n) => ({ q: `zz${n}` }),
    'words that no part has together': () => ({ q: 'water brake' }),
  }
}

/** @param ask requests a path, from a new address each time */
export async function searchTimes(
  ask: (path: string) => Promise<unknown>,
  parts: number,
): Promise<Row[]> {
  const all: number[] = []
  const rows: Row[] = []
  for (const [what, search] of Object.entries(searches(parts))) {
    const times: number[] = []
    for (let n = 0; n <= TIMES; n++) {
      const started = performance.now()
      await ask(`/api/parts?counts=yes&${new URLSearchParams(search(n))}`)
      // The first run of a kind hits cold caches.
      if (n > 0) times.push(performance.now() - started)
    }
    all.push(...times)
    const { median, p95 } = summary(times)
    rows.push({ what, figure: Math.round(median), unit: 'ms', note: `p95 ${p95.toFixed(0)} ms` })
  }
  const { p95 } = summary(all)
  return [
    ...rows,
    { what: 'p95 of all these', figure: Math.round(p95), unit: 'ms', budget: BUDGET_MS },
  ]
}
