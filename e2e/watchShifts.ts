/** Script for a page from its start on: `window.shifted` is its layout shift so far (CLS). */
export const WATCH_SHIFTS = `
  window.shifted = 0
  new PerformanceObserver((entries) => {
    for (const { value } of entries.getEntries()) window.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })
`
