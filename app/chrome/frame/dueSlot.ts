/** The place in the header for what is due on one's vehicles, which is known after the start only. */
export const dueSlot = document.createElement('div')

/** Puts the place into the header. */
export const hangDueSlot = (parent: HTMLElement | null) => parent?.append(dueSlot)
