/**
 * A language with the region that the browser names: "de-AT", "en-GB". What Intl writes in it, dates
 * and numbers and money, is as it is usual there.
 * @param tag a language alone
 */
export function inRegion(tag: string): string {
  // That of the language itself first: who reads English and German may have "en-GB, de-AT".
  const own = navigator.languages.find((each) => each.startsWith(`${tag}-`))
  const region = [own, navigator.language].map(regionOf).find(Boolean)
  return region ? `${tag}-${region}` : tag === 'en' ? 'en-US' : tag
}

function regionOf(tag = ''): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    // Some browsers let people write anything there.
    return undefined
  }
}
