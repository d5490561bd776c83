/** A file of parts and prices uploaded by an operator: checked as a whole before any row counts. */
import * as z from 'zod/mini'
import { previewPart } from './job.ts'

export const MAX_FEED_ROWS = 1_000_000
export const MAX_FEED_BYTES = 512 * 1024 * 1024
/** Limit per row, in UTF-16 units. */
export const MAX_FEED_ROW = 16 * 1024
export const MAX_FEED_NAME = 120
/** Refused rows shown with a reason; the rest are counted. */
export const MAX_FEED_PROBLEMS = 100
/** Refused rows offered as a file; the first ones. */
export const MAX_REFUSED_KEPT = 20_000
/** Limit on waiting files. */
export const MAX_WAITING_FEEDS = 5

/**
 * Names of each column, compared by letters and digits without accents: our own spelling, then
 * English, German, French and Spanish ones, and those of Shopify and WooCommerce. Of two in a file
 * the earlier in this list counts; behind them come the heads of all tables (`headOf`).
 */
export const FEED_COLUMNS = {
  partNumber:
    'partNumber mpn manufacturerPartNumber herstellernummer herstellerartikelnummer teilenummer artikelnummer referencefabricant reference referenciafabricante referencia googleshoppingmpn',
  gtin: 'gtin ean upc barcode ean13 gtin13 eancode codeean codigoean eangtin gtinean variantBarcode gtinupceanorisbn gtinupceanoderisbn gtinupceanouisbn',
  brand:
    'brand manufacturer brandName hersteller marke marque fabricant marca brands marken marques',
  name: 'name title partName bezeichnung artikelbezeichnung artikelname titel designation libelle nom titre nombre titulo descripcion',
  price:
    'price basePrice unitPrice preis bruttopreis verkaufspreis einzelpreis prixttc prix prixunitaire pvp precio preciounitario variantPrice regularPrice regularerpreis tarifregulier',
  salePrice: 'salePrice angebotspreis aktionspreis prixpromo preciooferta tarifpromo',
  merchant: 'merchant vendor seller handler verkaufer shop marchand vendeur vendedor',
  currency: 'currency priceCurrency wahrung devise moneda divisa',
  category:
    'category productType kategorie warengruppe categorie categoria categories kategorien productCategory googleProductCategory type',
  promo: 'promo',
  promoAmount: 'promoAmount rabatt remise descuento',
  shipping:
    'shipping shippingPrice versandkosten versand lieferkosten fraisdeport fraisdelivraison livraison gastosdeenvio envio',
  tax: 'tax',
  coreCharge: 'coreCharge core altteilpfand pfand consigne',
  availability:
    'availability verfugbarkeit lieferbarkeit disponibilite disponibilidad inStock vorratig enstock',
  link: 'link buyLink url produktlink deeplink lien enlace',
  image:
    'image imageLink bild bildlink bildurl imagen imageUrl urlimage urldelimage imageSrc productImageUrl images bilder',
  fcpPartNumber: 'fcpPartNumber sku variantSku',
  make: 'make fahrzeugmarke automarke',
  model: 'model fahrzeugmodell',
  yearFrom: 'yearFrom baujahrvon anneede anodesde',
  yearTo: 'yearTo baujahrbis anneea anohasta',
  crossReferences:
    'crossReferences vergleichsnummern oenummern oenummer oenr oe oem oemnumber oenumber',
  asOf: 'asOf',
}
export type FeedColumn = keyof typeof FEED_COLUMNS

/**
 * Required columns; `merchant` may be given once for the whole file, and a `gtin` can stand in for
 * a part number.
 */
export const REQUIRED_COLUMNS: readonly FeedColumn[] = ['partNumber', 'brand', 'name', 'price']

/** Manual mapping of headings to columns; '' for none. */
export const feedMapping = z.partialRecord(
  z.enum(Object.keys(FEED_COLUMNS) as [FeedColumn, ...FeedColumn[]]),
  z.string().check(z.maxLength(120)),
)
export type FeedMapping = z.infer<typeof feedMapping>

/** Preview of an import's effect on parts and offers. */
export const feedEffect = z.object({
  newParts: z.int(),
  newOffers: z.int(),
  changedOffers: z.int(),
  sameOffers: z.int(),
  /** Offers of this source missing from the file. */
  outOfStock: z.int(),
  /** Offers in a currency without a rate; shown as they are, never summed. */
  foreignOffers: z.int(),
  /** Offers whose price would fall under a third or rise above three times. */
  jumpedOffers: z.int(),
  /** Offers for which another source has a different price. */
  disputedOffers: z.int(),
})
export type FeedEffect = z.infer<typeof feedEffect>

export const feedHeading = z.object({
  heading: z.string(),
  /** Column it was read as, null for none. */
  column: z.nullable(z.string()),
  /** Values from its first rows. */
  samples: z.array(z.string()),
})
export type FeedHeading = z.infer<typeof feedHeading>

export const FEED_STATES = [
  'reading',
  'waiting',
  'importing',
  'imported',
  'refused',
  'discarded',
  /** The server of the address reported no change. */
  'unchanged',
  'undone',
] as const

export const feed = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(FEED_STATES),
  /** Rows without headers, so far. */
  rows: z.int(),
  accepted: z.int(),
  refused: z.int(),
  /** First refused rows; for CSV `row` is the line, headers being line 1. */
  problems: z.array(z.object({ row: z.int(), reason: z.string() })),
  /** First accepted parts. */
  parts: z.array(previewPart),
  /** Unrecognized headings. */
  ignored: z.array(z.string()),
  /** Why the whole file was refused, else ''. */
  error: z.string(),
  /** '' for a deleted account. */
  uploadedBy: z.string(),
  createdAt: z.number(),
  /** Null for a single file. */
  sourceId: z.optional(z.nullable(z.string())),
  /** Why it waits for approval although it could be imported, '' for none. */
  held: z.optional(z.string()),
  effect: z.optional(z.nullable(feedEffect)),
  /** Refusal reasons, most frequent first. */
  reasons: z.optional(z.array(z.object({ reason: z.string(), count: z.int() }))),
  headings: z.optional(z.array(feedHeading)),
  /** Undo is possible: nothing of its source was imported after it. */
  mayUndo: z.optional(z.boolean()),
})
export type Feed = z.infer<typeof feed>

/** An example file that documents the format. */
export const EXAMPLE_FEED = [
  'partNumber,gtin,brand,name,price,currency,merchant,shipping,availability,link,category',
  '06E 115 562 A,4006381333931,Exemplar,Oil filter,11.49,USD,Example Parts,5.99,In stock,https://shop.example/filter,Engine',
  '8E0 615 301 Q,,Exemplar,"Brake disc, front",64.00,USD,Example Parts,0,In stock,https://shop.example/disc,Brakes',
  'WK-4711,,Sample,Wiper blade 24 in,9.95,USD,Example Parts,,Out of stock,,Wipers',
  '',
].join('\r\n')
