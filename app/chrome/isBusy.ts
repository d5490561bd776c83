/** Whether a reload now would take something from under somebody's hands. */
export function isBusy(): boolean {
  // A dialog holds choices that are stored only when it is done.
  return isInField() || document.querySelector('[role=dialog]') !== null
}

/** Whether somebody may be typing. */
export function isInField(): boolean {
  return document.activeElement?.matches('input, textarea') ?? false
}
