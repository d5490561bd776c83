/** Header slot for due services, which are known only after the start. */
export const dueSlot = document.createElement('div')

/** Appends the slot to the header. */
export const hangDueSlot = (parent: HTMLElement | null) => parent?.append(dueSlot)
