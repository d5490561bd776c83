/**
 * Metrics in Prometheus's text format (0.0.4). Written here because it is a page of code:
 * prom-client's last release is of 2024, and it brings OpenTelemetry along.
 */
export type Labels = Readonly<Record<string, string>>

/** Series per metric; the rest is counted under the label `other`. */
const MAX_SERIES = 500

interface Figure {
  name: string
  lines(): string[]
}

export interface Counter {
  add(labels?: Labels, by?: number): void
}

export interface Gauge {
  set(value: number, labels?: Labels): void
}

export interface Histogram {
  observe(value: number, labels?: Labels): void
}

export interface Registry {
  counter(name: string, help: string): Counter
  gauge(name: string, help: string): Gauge
  /** @param bounds upper bounds, ascending, without infinity */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram
  text(): string
}

export function createRegistry(): Registry {
  const figures: Figure[] = []
  const add = (name: string, type: string, help: string, lines: () => string[]) => {
    const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
    figures.push({ name, lines: () => [...head, ...lines()] })
  }

  return {
    counter(name, help) {
      const values = createSeries(() => ({ value: 0 }))
      add(name, 'counter', help, () => values.lines(name))
      return { add: (labels = {}, by = 1) => void (values.of(labels).value += by) }
    },
    gauge(name, help) {
      const values = createSeries(() => ({ value: 0 }))
      add(name, 'gauge', help, () => values.lines(name))
      return { set: (value, labels = {}) => void (values.of(labels).value = value) }
    },
    histogram(name, help, bounds) {
      const counts = createSeries(() => ({ buckets: bounds.map(() => 0), sum: 0, value: 0 }))
      add(name, 'histogram', help, () =>
        counts
          .entries()
          .flatMap(({ labels, series }) => [
            ...bounds.map((bound, at) =>
              line(`${name}_bucket`, { ...labels, le: String(bound) }, series.buckets[at] ?? 0),
            ),
            line(`${name}_bucket`, { ...labels, le: '+Inf' }, series.value),
            line(`${name}_sum`, labels, series.sum),
            line(`${name}_count`, labels, series.value),
          ]),
      )
      return {
        observe(value, labels = {}) {
          const series = counts.of(labels)
          series.sum += value
          series.value++
          bounds.forEach((bound, at) => {
            if (value <= bound) series.buckets[at] = (series.buckets[at] ?? 0) + 1
          })
        },
      }
    },
    text: () => `${figures.flatMap((figure) => figure.lines()).join('\n')}\n`,
  }
}

/** Series of one metric, by labels. */
function createSeries<Series extends { value: number }>(empty: () => Series) {
  const byKey = new Map<string, { labels: Labels; series: Series }>()
  const open = (labels: Labels): Series => {
    const key = written(labels)
    const known = byKey.get(key)
    if (known) return known.series
    if (byKey.size >= MAX_SERIES && !Object.values(labels).every((value) => value === 'other')) {
      return open(Object.fromEntries(Object.keys(labels).map((name) => [name, 'other'])))
    }
    const series = empty()
    byKey.set(key, { labels, series })
    return series
  }
  return {
    of: open,
    entries: () => [...byKey.values()],
    lines: (name: string) =>
      [...byKey.values()].map(({ labels, series }) => line(name, labels, series.value)),
  }
}

function line(name: string, labels: Labels, value: number): string {
  return `${name}${written(labels)} ${value}`
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
