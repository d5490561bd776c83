/** Whether a reload now would interrupt the user. */
export function isBusy(): boolean {
  // A dialog holds choices that are not stored yet.
  return isInField() || document.querySelector('[role=dialog]') !== null
}

/** Whether the user may be typing. */
export function isInField(): boolean {
  return document.activeElement?.matches('input, textarea') ?? false
}
