/**
 * Item of sessionStorage with a login waiting for the answer to which drafts come along: this
 * tab's only, because nothing is on the device before the answer.
 */
export const ENTRANCE = 'entrance'
