/** In a page from its start on: `window.shifted` is how much has moved in it (CLS). */
export const WATCH_SHIFTS = `
  window.shifted = 0
  new PerformanceObserver((entries) => {
    for (const { value } of entries.getEntries()) window.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })
`
