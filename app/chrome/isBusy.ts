/** Whether a reload now would take something from under somebody's hands. */
export function isBusy(): boolean {
  const isInField = document.activeElement?.matches('input, textarea') ?? false
  // A dialog holds choices that are stored only when it is done.
  return isInField || document.querySelector('[role=dialog]') !== null
}
