import { useTitle } from '../browser/useTitle.ts'

/** Sets the tab title. Rendered before a screen, so that the screen's own title wins. */
export function Title({ title }: { title: string }) {
  useTitle(title)
  return null
}
