import { useTitle } from '../browser/useTitle.ts'

/** Names the tab. Stands before a screen, so that a title which the screen sets itself wins. */
export function Title({ title }: { title: string }) {
  useTitle(title)
  return null
}
