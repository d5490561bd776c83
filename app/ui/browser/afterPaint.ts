/** A page that nobody looks at draws no frame. */
const AT_LATEST_MS = 100

/** Comes back once the next frame is drawn, so that what was pressed shows before anything else. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_LATEST_MS)
    requestAnimationFrame(() => {
      setTimeout(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  })
}
