/** Every locale this machine's Intl has number formats for: languages, scripts, regions. */
export function allLocales(): string[] {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at))
  const pairs = letters.flatMap((a) => letters.map((b) => a + b))
  const languages = known([...pairs, ...pairs.flatMap((pair) => letters.map((c) => pair + c))])
  const scripts = ['Latn', 'Cyrl', 'Arab', 'Hans', 'Hant', 'Deva', 'Guru', 'Beng', 'Adlm', 'Tfng']
  const written = known(languages.flatMap((one) => scripts.map((script) => `${one}-${script}`)))
  const regions = [...pairs.map((pair) => pair.toUpperCase()), '001', '150', '419']
  const all = [...languages, ...written]
  return [...all, ...known(all.flatMap((one) => regions.map((region) => `${one}-${region}`)))]
}

function known(tags: readonly string[]): string[] {
  return tags.filter((tag) => {
    try {
      return new Intl.NumberFormat(tag).resolvedOptions().locale === tag
    } catch {
      return false
    }
  })
}
