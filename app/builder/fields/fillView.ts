import { loadable } from '../../ui/browser/loadable.tsx'

/** Comes with the first link that is pasted. */
export const FillNote = loadable(async () => (await import('./FillNote.tsx')).FillNote)
