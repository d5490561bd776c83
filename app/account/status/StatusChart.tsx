import look from './Status.module.css'

const HEIGHT = 56

interface Point {
  name: string
  /** Null where nobody looked. */
  value: number | null
}

/** One figure over time, a bar a step; what matters of it in words. Its table stands below all charts. */
export function StatusChart({
  title,
  unit,
  points,
  write,
  isSum = false,
}: {
  title: string
  unit: string
  points: Point[]
  write: (value: number) => string
  /** What all steps come to counts, and not where they ended. */
  isSum?: boolean
}) {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const most = Math.max(1, ...values)
  const sum = values.reduce((all, value) => all + value, 0)
  const said = isSum ? sum : values.at(-1)
  return (
    <figure className={`card ${look.chart}`}>
      <figcaption>
        <h3>{title}</h3>
        <p>
          <b className="num">{said === undefined || values.length === 0 ? '–' : write(said)}</b>{' '}
          <span className="muted small">{unit}</span>
        </p>
      </figcaption>
      <svg
        className={look.bars}
        viewBox={`0 0 ${points.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {points.map(({ value }, at) => {
          const height = value === null ? 0 : Math.max(1, (value / most) * HEIGHT)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- steps of time, which do not move
            <g key={at}>
              <rect className={look.track} x={at * 10 + 1} y={HEIGHT - 1} width={8} height={1} />
              <rect
                className={look.bar}
                x={at * 10 + 1}
                y={HEIGHT - height}
                width={8}
                height={height}
              />
            </g>
          )
        })}
      </svg>
      <div className={look.axis} aria-hidden="true">
        <span className="num">{points[0]?.name}</span>
        <span className="num">{points.at(-1)?.name}</span>
      </div>
    </figure>
  )
}
