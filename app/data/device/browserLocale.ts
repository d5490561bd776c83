/**
 * Browser locale for Intl. Some browsers allow any text there, and WebKit says "C" where no
 * language is installed: Intl throws for both.
 */
export function browserLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}
