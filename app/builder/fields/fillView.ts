import { loadable } from '../../ui/browser/loadable.tsx'

/** Loads with the first pasted link. */
export const FillNote = loadable(async () => (await import('./FillNote.tsx')).FillNote)
