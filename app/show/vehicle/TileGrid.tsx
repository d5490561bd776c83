import { type KeyboardEvent, useRef, useState } from 'react'

import { classes } from '../../ui/look/classes.ts'
import styles from './pickers.module.css'
import { keyInOrder } from '../../ui/browser/keyNames.ts'

/** Tiles as a radio group: one Tab stop, arrows, Home and End inside. */
export function TileGrid(props: {
  label: string
  tiles: readonly string[]
  chosen: string | null
  /** Columns on the phone; the desk has four. */
  columns: 'four' | 'three' | 'two'
  onChoose: (tile: string) => void
}) {
  const { label, tiles, chosen, columns, onChoose } = props
  const grid = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<string | null>(null)
  const stop = [at, chosen].find((tile) => tile !== null && tiles.includes(tile)) ?? tiles[0]

  function handleKey(event: KeyboardEvent) {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const from = buttons.findIndex((button) => button === document.activeElement)
    const to = target(event.key, from, buttons.length, columnsOf(grid.current))
    if (to === null) return
    event.preventDefault()
    buttons[to]?.focus()
  }

  return (
    <div
      className={classes('stack tight', styles[columns], 'num')}
      role="group"
      aria-label={label}
      ref={grid}
    >
      {tiles.map((tile) => (
        <button
          key={tile}
          type="button"
          className={`breaks ${styles.tile}`}
          aria-pressed={tile === chosen}
          tabIndex={tile === stop ? 0 : -1}
          onFocus={() => setAt(tile)}
          onKeyDown={handleKey}
          onClick={() => onChoose(tile)}
        >
          {tile}
        </button>
      ))}
    </div>
  )
}

function columnsOf(grid: HTMLElement | null): number {
  return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1
}

function target(key: string, from: number, count: number, columns: number): number | null {
  if (from < 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  const step = steps[keyInOrder(key)]
  if (step === undefined) return null
  const to = from + step
  return to >= 0 && to < count ? to : from
}
