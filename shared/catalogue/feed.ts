/** A file of parts and prices that an operator uploads: looked at whole before any of it counts. */
import * as z from 'zod/mini'
import { previewPart } from './job.ts'

export const MAX_FEED_ROWS = 1_000_000
export const MAX_FEED_BYTES = 512 * 1024 * 1024
/** Of one row, in UTF-16 units. */
export const MAX_FEED_ROW = 16 * 1024
export const MAX_FEED_NAME = 120
/** Refused rows that are shown with their reason; the others are counted. */
export const MAX_FEED_PROBLEMS = 100
/** Refused rows that come back as a file; of more, the first. */
export const MAX_REFUSED_KEPT = 20_000
/** Files that may wait at a time. */
export const MAX_WAITING_FEEDS = 5

/**
 * Names of columns, compared by letters and digits without their accents; the first of each is how we
 * write it, and where a file has two of them the one that stands first counts.
 */
export const FEED_COLUMNS = {
  partNumber: ['partNumber', 'mpn', 'manufacturerPartNumber'],
  gtin: ['gtin', 'ean', 'upc', 'barcode', 'ean13', 'gtin13'],
  brand: ['brand', 'manufacturer', 'brandName'],
  name: ['name', 'title', 'partName'],
  price: ['price', 'basePrice', 'unitPrice'],
  salePrice: ['salePrice'],
  merchant: ['merchant', 'vendor', 'seller'],
  currency: ['currency', 'priceCurrency'],
  category: ['category', 'productType'],
  promo: ['promo'],
  promoAmount: ['promoAmount'],
  shipping: ['shipping', 'shippingPrice'],
  tax: ['tax'],
  coreCharge: ['coreCharge', 'core'],
  availability: ['availability'],
  link: ['link', 'buyLink', 'url'],
  image: ['image', 'imageLink'],
  fcpPartNumber: ['fcpPartNumber', 'sku'],
  make: ['make'],
  model: ['model'],
  yearFrom: ['yearFrom'],
  yearTo: ['yearTo'],
  crossReferences: ['crossReferences'],
  asOf: ['asOf'],
} as const
export type FeedColumn = keyof typeof FEED_COLUMNS

/** Behind those: what German, French and Spanish shops call them, without accents, a word each. */
export const FOREIGN_COLUMNS: Partial<Record<FeedColumn, string>> = {
  partNumber:
    'herstellernummer herstellerartikelnummer teilenummer artikelnummer referencefabricant reference referenciafabricante referencia',
  gtin: 'eancode codeean codigoean',
  brand: 'hersteller marke marque fabricant marca',
  name: 'bezeichnung artikelbezeichnung artikelname titel designation libelle nom titre nombre titulo descripcion',
  price:
    'preis bruttopreis verkaufspreis einzelpreis prixttc prix prixunitaire pvp precio preciounitario',
  salePrice: 'angebotspreis aktionspreis prixpromo preciooferta',
  merchant: 'handler verkaufer shop marchand vendeur vendedor',
  currency: 'wahrung devise moneda divisa',
  category: 'kategorie warengruppe categorie categoria',
  promoAmount: 'rabatt remise descuento',
  shipping:
    'versandkosten versand lieferkosten fraisdeport fraisdelivraison livraison gastosdeenvio envio',
  coreCharge: 'altteilpfand pfand consigne',
  availability: 'verfugbarkeit lieferbarkeit disponibilite disponibilidad',
  link: 'produktlink deeplink lien enlace',
  image: 'bild bildlink bildurl imagen',
  make: 'fahrzeugmarke automarke',
  model: 'fahrzeugmodell',
  yearFrom: 'baujahrvon anneede anodesde',
  yearTo: 'baujahrbis anneea anohasta',
  crossReferences: 'vergleichsnummern oenummern oenummer',
}

/**
 * Without these nothing can be read; `merchant` may be said once for the whole file, and a `gtin`
 * stands for a part number that is not there.
 */
export const REQUIRED_COLUMNS: readonly FeedColumn[] = ['partNumber', 'brand', 'name', 'price']

/** Which heading of a file is which column, where its names do not say so; '' for none. */
export const feedMapping = z.partialRecord(
  z.enum(Object.keys(FEED_COLUMNS) as [FeedColumn, ...FeedColumn[]]),
  z.string().check(z.maxLength(120)),
)
export type FeedMapping = z.infer<typeof feedMapping>

/** What importing a file would do to the catalogue: parts and offers are different things. */
export const feedEffect = z.object({
  newParts: z.int(),
  newOffers: z.int(),
  changedOffers: z.int(),
  sameOffers: z.int(),
  /** Of the source, no longer named. */
  outOfStock: z.int(),
  /** Of those: in a currency without a rate; shown as they are, never counted. */
  foreignOffers: z.int(),
  /** Whose price would be under a third or over three times what it is. */
  jumpedOffers: z.int(),
  /** Another source has them with another price. */
  disputedOffers: z.int(),
})
export type FeedEffect = z.infer<typeof feedEffect>

export const feedHeading = z.object({
  heading: z.string(),
  /** What it was read as, null for nothing. */
  column: z.nullable(z.string()),
  /** What stands in its first rows. */
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
  /** The address said that nothing is new. */
  'unchanged',
  'undone',
] as const

export const feed = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(FEED_STATES),
  /** Rows of the file without its headers, so far. */
  rows: z.int(),
  accepted: z.int(),
  refused: z.int(),
  /** The first refused rows; `row` is its line for CSV, with the headers in line 1. */
  problems: z.array(z.object({ row: z.int(), reason: z.string() })),
  /** The first accepted parts. */
  parts: z.array(previewPart),
  /** Headers nothing is known about. */
  ignored: z.array(z.string()),
  /** Why the whole file was refused, '' unless it was. */
  error: z.string(),
  /** '' for an account that is gone. */
  uploadedBy: z.string(),
  createdAt: z.number(),
  /** Null for a file by itself. */
  sourceId: z.optional(z.nullable(z.string())),
  /** Why it waits for somebody's word although it could be imported, '' for no reason. */
  held: z.optional(z.string()),
  effect: z.optional(z.nullable(feedEffect)),
  /** Why rows were refused, the most frequent reason first. */
  reasons: z.optional(z.array(z.object({ reason: z.string(), count: z.int() }))),
  headings: z.optional(z.array(feedHeading)),
  /** It can be taken back: nothing of its source was imported after it. */
  mayUndo: z.optional(z.boolean()),
})
export type Feed = z.infer<typeof feed>

/** A file that says what a file has to look like. */
export const EXAMPLE_FEED = [
  'partNumber,gtin,brand,name,price,currency,merchant,shipping,availability,link,category',
  '06E 115 562 A,4006381333931,Exemplar,Oil filter,11.49,USD,Example Parts,5.99,In stock,https://shop.example/filter,Engine',
  '8E0 615 301 Q,,Exemplar,"Brake disc, front",64.00,USD,Example Parts,0,In stock,https://shop.example/disc,Brakes',
  'WK-4711,,Sample,Wiper blade 24 in,9.95,USD,Example Parts,,Out of stock,,Wipers',
  '',
].join('\r\n')
