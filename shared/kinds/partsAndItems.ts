import type { Line } from './kit.ts'

/** "5 parts, 7 items": lines, and what has to be bought for them. */
export function partsAndItems(lines: readonly Line[]): string {
  const items = lines.reduce((sum, line) => sum + line.qty, 0)
  return `${count(lines.length, 'part')}, ${count(items, 'item')}`
}

function count(amount: number, what: string): string {
  return `${amount.toLocaleString('en-US')} ${what}${amount === 1 ? '' : 's'}`
}
