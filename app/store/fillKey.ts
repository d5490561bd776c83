/** Under which keys of `meta` the links wait that rows are to be filled in from. */
export const FILL_PREFIX = 'fill:'
