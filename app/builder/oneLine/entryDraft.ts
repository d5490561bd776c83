/** The drafts of a kit that hold a part which is being typed in one line. */
export const ADDING = 'adding'
/** What was said by hand of pieces of it. */
export const ADDING_AS = 'addingAs'

/** The field it is typed into, as a selector. */
export const LINE_FIELD = `[data-cell=${ADDING}]`
export const lineField = () => document.querySelector<HTMLInputElement>(LINE_FIELD)
