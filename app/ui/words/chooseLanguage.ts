import { readChoice, storeChoice } from '../look/choice.ts'
import { ASKED_KEY, LANGUAGE_KEY } from './language.ts'
import { fetchLanguage } from './otherLanguage.ts'

function beginAnew(): void {
  // Keeps the address without its language. Absolute: "//x" would be no path.
  const here = new URL(location.href)
  here.searchParams.delete(ASKED_KEY)
  history.replaceState(history.state, '', here)
  location.reload()
}

/**
 * Stores this device's language and reloads in it: all input is stored already.
 * @returns whether its catalogue loaded; otherwise nothing has changed
 */
export async function chooseLanguage(tag: string, begin = beginAnew): Promise<boolean> {
  try {
    await fetchLanguage(tag)
  } catch {
    return false
  }
  storeChoice(LANGUAGE_KEY, tag)
  // A choice overrides the tab's `?lang`.
  if (readChoice(LANGUAGE_KEY, [tag], '') === tag) sessionStorage.removeItem(ASKED_KEY)
  begin()
  return true
}
