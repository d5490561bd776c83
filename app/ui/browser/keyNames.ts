/** The names of keys as they stand on this device's keyboard. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const CONTROL = isApple ? '⌘' : 'Ctrl'
export const ALT = isApple ? '⌥' : 'Alt'
export const SHIFT = isApple ? '⇧' : 'Shift'

/** Whether the key of commands is down, alone: on a Mac its Control key edits text. */
export function isCommand(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey } = event
  return (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !event.altKey && !event.shiftKey
}
