/** Facts, tables and charts of the desk. */
import { Fragment, type ReactNode } from 'react'

import { classes } from '../../ui/look/classes.ts'
import look from './Admin.module.css'

/** Names with values; false for none. */
export function Facts({
  of,
  className,
}: {
  of: Record<string, ReactNode>
  className?: string | undefined
}) {
  return (
    <dl className={classes(look.facts, className)}>
      {Object.entries(of).map(
        ([name, value]) =>
          value !== false && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

/** A table whose rows are named by their first cell. */
export function AdminTable({
  className,
  caption,
  heads,
  rows,
}: {
  className: string | undefined
  caption?: string
  /** Names of columns, each with a class of its cells. */
  heads: readonly (readonly [name: string, className?: string])[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  return (
    <table className={className}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map(([head]) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row" className={heads[0]?.[1]}>
              {name}
            </th>
            {heads.slice(1).map(([head, of], at) => (
              <td key={head} className={of}>
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Text of a machine, as it is. */
export function Code({
  name,
  text,
  className,
}: {
  name: string
  text: string
  className?: string | undefined
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to do so without a pointer
    <pre className={classes(look.code, className)} tabIndex={0} role="region" aria-label={name}>
      {text}
    </pre>
  )
}

const HEIGHT = 56
const STEP = 10

/**
 * Bars over time, for the eye only: words and a table say the same.
 * @param props.bars values from the bottom up, each with its class; none where nothing is known
 * @param props.axis names below
 */
export function Bars({
  bars,
  axis,
}: {
  bars: readonly (readonly (readonly [className: string | undefined, value: number])[])[]
  axis: readonly (string | undefined)[]
}) {
  const sumOf = (bar: (typeof bars)[number]) => bar.reduce((sum, [, value]) => sum + value, 0)
  const most = Math.max(1, ...bars.map(sumOf))
  return (
    <>
      <svg
        className={look.bars}
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((bar, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps of time, which do not move
          <g key={at} transform={`translate(${at * STEP + 1})`}>
            <rect className={look.track} y={HEIGHT - 1} width={8} height={1} />
            {bar.map(([className, value], level) => {
              const below = (sumOf(bar.slice(0, level + 1)) / most) * HEIGHT
              const height = Math.max(1, (value / most) * HEIGHT)
              return (
                <rect
                  key={className}
                  className={className}
                  y={HEIGHT - Math.max(1, below)}
                  width={8}
                  height={height}
                />
              )
            })}
          </g>
        ))}
      </svg>
      <div className={look.axis} aria-hidden="true">
        {axis.map((name, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- places on the axis
          <span key={at} className="num">
            {name}
          </span>
        ))}
      </div>
    </>
  )
}
