/** "8 kits, 6 saved for offline use", or what a search has found: "4 of 8 kits match “audi”". */
export function countWords(count: {
  shown: number
  here: number
  /** Of all kits, null when nobody knows. */
  total: number | null
  hasMore: boolean
  /** More may turn up by themselves. */
  isSearching: boolean
  query: string
}): string {
  const { shown, here, total, query } = count
  const number = shown.toLocaleString('en-US') + (count.hasMore ? '+' : '')
  if (query === '') {
    const kits = `${number} ${shown === 1 && !count.hasMore ? 'kit' : 'kits'}`
    return shown === here ? kits : `${kits}, ${here.toLocaleString('en-US')} saved for offline use`
  }
  const isKnown = total !== null && total >= shown && !count.hasMore
  const of = isKnown ? ` of ${total.toLocaleString('en-US')}` : ''
  const kits = (isKnown ? total : shown) === 1 ? 'kit' : 'kits'
  const match = shown === 1 ? 'matches' : 'match'
  return `${number}${of} ${kits} ${match} “${query}”${count.isSearching ? ' so far' : ''}`
}
