/** Key names on this device's keyboard. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const CONTROL = isApple ? '⌘' : 'Ctrl'
export const ALT = isApple ? '⌥' : 'Alt'
export const SHIFT = isApple ? '⇧' : 'Shift'

/** Whether only the command key is down: Ctrl, on a Mac ⌘, whose Control key edits text. */
export function isCommand(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey } = event
  return (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !event.altKey && !event.shiftKey
}

/** A key in reading order: in right-to-left pages the left arrow moves forward. */
export function keyInOrder(key: string): string {
  if (document.documentElement.dir !== 'rtl') return key
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key
}
