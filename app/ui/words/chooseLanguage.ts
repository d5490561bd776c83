import { readChoice, storeChoice } from '../look/choice.ts'
import { ASKED_KEY, LANGUAGE_KEY } from './language.ts'
import { fetchLanguage } from './otherLanguage.ts'

function beginAnew(): void {
  // Without the language its address asks for, and with what else it says. Whole: "//x" is no path.
  const here = new URL(location.href)
  here.searchParams.delete(ASKED_KEY)
  history.replaceState(history.state, '', here)
  location.reload()
}

/**
 * Stores the language of this device and begins anew in it: all that is typed is stored already.
 * @returns whether its catalogue is here; nothing has changed where it is not
 */
export async function chooseLanguage(tag: string, begin = beginAnew): Promise<boolean> {
  try {
    await fetchLanguage(tag)
  } catch {
    return false
  }
  storeChoice(LANGUAGE_KEY, tag)
  // A choice goes before what the address of this tab has asked for.
  if (readChoice(LANGUAGE_KEY, [tag], '') === tag) sessionStorage.removeItem(ASKED_KEY)
  begin()
  return true
}
