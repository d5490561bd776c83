/**
 * Words of shops and mails around parts: sums, fees, buttons, stock. A line made only of these is
 * no part; no part's name consists of them alone.
 */

/** English, German, French, Spanish. Any one of them marks a line as no part. */
const WORDS = new Set(
  (
    'subtotal total totals sum cart basket bag checkout order estimated tax taxes vat shipping delivery ' +
    'handling postage surcharge core charge charges deposit fee fees discount discounts promo ' +
    'promotion coupon voucher rebate savings save saved delete remove edit update change move ' +
    'wishlist favorites stock backorder backordered available availability unavailable ships shipped ' +
    'item items returns return gift compare similar share details checkout continue proceed was ' +
    'msrp regular due price qty quantity summary ' +
    'zwischensumme gesamtsumme gesamt gesamtbetrag gesamtpreis summe mwst steuer versand ' +
    'versandkosten lieferung rabatt gutschein gutscheincode pfand altteilpfand altteilwert kaution ' +
    'löschen entfernen bearbeiten ändern merken merkzettel wunschliste speichern lager lieferbar ' +
    'verfügbar vorrätig warenkorb einkaufswagen kasse aktualisieren geschenk vergleichen teilen ' +
    'preis menge anzahl ' +
    'tva ttc livraison expédition remise réduction consigne supprimer retirer modifier enregistrer ' +
    'panier disponible indisponible partager comparer commander prix quantité qté ' +
    'iva envío descuento cupón depósito fianza eliminar quitar editar guardar carrito cesta ' +
    'existencias agotado compartir comparar precio cantidad'
  ).split(' '),
)
/** Neutral filler words. */
const SMALL = new Set(
  (
    'a an and all at by code each estimate excl for free frais from gastos grand in incl including ' +
    'is it later left list my next of on only or out page plus port product products sales sub ' +
    'the this to today tomorrow unit view wish with you your shopping options add now amount ' +
    'auf der die das für inkl zzgl exkl später sofort artikel kostenlos kostenloser gratis zur und ' +
    'ist ein weiter de du en et le la les ht pour plus tard côté mettre sous mon votre article ' +
    'articles gratuit gratuite ajouter à liste para más tarde después mi tu el los artículo ' +
    'artículos producto productos añadir comprar lista y unitario unitaire details overview'
  ).split(' '),
)
/** Line starts that describe a part, shipment or shop, but never name a part. */
const BEGINNINGS =
  /^(?:ships? (?:in|from|by|to|within)|arrives|get it|sold by|shipped by|fulfilled by|seller|only \d+ left|\d+ (?:left|in stock)|eligible for|free (?:shipping|delivery|returns)|you save|guaranteed to fit|fits? (?:your|the|my|19|20)|enter (?:a |your )?(?:code|promo|coupon|zip)|earn \d|backorder|lieferzeit|lieferung (?:bis|am)|verkauf durch|passend für|nur noch \d|noch \d|vendu par|expédié|livré|il (?:ne )?reste|vendido por|enviado por|llega|solo quedan?|quedan? \d)(?![\p{L}])/iu
const SUMS =
  /^(?:sub[ -]?total|grand total|order total|total|sum|tax|(?:sales|estimated) tax|(?:estimated )?shipping|delivery|discount|core(?: charge| deposit)?$|core (?:charge|deposit)|(?:refundable )?deposit|you save|was$|msrp|(?:zwischen|gesamt)?summe|gesamt|mwst|versand(?:kosten)?|rabatt|(?:altteil)?pfand|kaution|sous-total|tva|livraison|remise|consigne|(?:gastos de )?env[ií]o|iva|descuento|fianza|casco$|(?:sub)?tota(?:le|als?|alt)|totals?|[gph]st|tps|tvq|spedizione|verzend(?:ing|kosten)|btw|razem|suma|dostawa|wysyłka|frete|fra[kg]t|moms|summa|i alt|celkem|doprava|dph|(?:genel |ara )?toplam|kargo|kdv|yhteensä|итого|всего|доставка|ндс|合計|小計|送料|消費税|合计|小计|总计|运费)(?![\p{L}])/iu

/** Whether a text starts with a word for a sum or surcharge: the amount after it is no part's. */
export const isSumWord = (text: string): boolean => SUMS.test(text)

/** Whether a line is the shop's and no part, whatever amounts it has. */
export function isOfShop(line: string): boolean {
  if (BEGINNINGS.test(line)) return true
  const words = line.toLowerCase().match(/[\p{L}]+/gu) ?? []
  return words.some((word) => WORDS.has(word)) && words.every(isOurs)
}

const isOurs = (word: string) => WORDS.has(word) || SMALL.has(word)
