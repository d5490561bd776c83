/** The names of keys as they stand on this device's keyboard. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const CONTROL = isApple ? '⌘' : 'Ctrl'
export const ALT = isApple ? '⌥' : 'Alt'
export const SHIFT = isApple ? '⇧' : 'Shift'
