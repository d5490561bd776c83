/** A hidden page renders no frames. */
const AT_LATEST_MS = 100

/** Resolves after the next frame, so that the press shows first. */
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
