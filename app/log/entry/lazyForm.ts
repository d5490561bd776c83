import { loadable } from '../../ui/browser/loadable.tsx'

/** The form of a job. It brings what all forms need, which the log itself does not. */
export const EntryForm = loadable(async () => (await import('./EntryForm.tsx')).EntryForm)
