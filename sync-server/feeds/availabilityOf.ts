/** Shops' stock values in other languages or as a count, in the app's words. */
const NONE =
  /^(?:0+|no|nein|non|false)$|nicht (?:mehr )?(?:lieferbar|verf(?:ü|ue)gbar|vorr(?:ä|ae)tig|auf lager)|ausverkauft|vergriffen|[ée]puis[ée]|rupture|indisponible|non disponible|no disponible|agotado|sin (?:stock|existencias)/iu
const SOME =
  /^(?:\d+|yes|ja|oui|s[ií]|true)$|^(?:sofort |ab lager )?(?:lieferbar|verf(?:ü|ue)gbar|vorr(?:ä|ae)tig)$|^auf lager|^en stock|^disponible$|^en existencias?/iu

/** "nicht lieferbar" to "Out of stock", "auf Lager" and "12" to "In stock"; else unchanged. */
export function availabilityOf(given: string): string {
  // Google's form is "in_stock".
  const said = given.replaceAll('_', ' ').trim()
  if (NONE.test(said)) return 'Out of stock'
  return SOME.test(said) ? 'In stock' : said
}
