/** Columns of parts by their headings: spreadsheets, shops, boards' parts lists, in twelve languages. */
import { amountIn } from '../money/pastedPrice.ts'
import { headWords } from './headWords.ts'

/** Typed cells of a line, in the builder's order. */
export const LINE_COLUMNS = ['name', 'manufacturer', 'partNumber', 'price', 'qty', 'link'] as const
export type Cell = (typeof LINE_COLUMNS)[number]

/** Cell of a column, or null for one a kit has no place for, such as a total. */
export type Columns = (Cell | null)[]

/** Words of headings, each line below what they say; those of East Asia also within others. */
const WORDS = `
  total totals subtotal sum amount ext extended erw gesamt gesamtpreis gesamtbetrag summe betrag wert g montant importe totale importo totaal subtotaal bedrag valor wartosc suma razem kwota laczna summa belopp belob i alt celkem tutar toplam yhteensa сумма стоимость итого 金額 金额 合計 小計 小计
  other note notes info remarks bemerkung core deposit pfand altteilpfand consigne fianza casco shipping postage versand versandkosten frete frakt discount disc save rabatt sconto remise dto % available availability backorder backordered shipped status weight date age
  price prices cost each ea ppu pu now rate mrp rrp uvp vk net netto preis stuckpreis stuksprijs prix precio prezzo preco prijs cena ceny pris hinta fiyat fiyati цена 単価 価格 値段 单价 价格
  each unitario unitaria unitaire unitarios jednostkowa
  unit ud per pro je za jedn jednotkova birim einzel
  low list was mrp rrp uvp net netto nett excl exc ex ht without old
  qty qnty quantity quantities count ordered pcs pieces units menge anzahl stuck stuckzahl stk quantite quantites qte cantidad cant uds unidades quantita qta pezzi qtd qtde quantidade aantal ilosc szt sztuk liczba antal antall st mnozstvi pocet ks adet miktar miktari kpl maara количество кол шт 数量 個数 数 needed required
  order 注文 sales customer invoice zakaz
  stock stok supplier shop mouser digikey digi lcsc oferty
  own mpn oe oem ipn fabricant katalogowy kat katalog каталожный 型番 型号
  number numbers num pn asin isbn nummer numero numer cislo номер артикул 品番 部品番号 番号 零件号 编号 编码 code sku codigo codice cod kod kodu ref reference references referencia referencias clave symbol index indeks コード код
  no id nos nr n № #
  index line pos position lp sl sr sira row 序号
  link url website webpage webseite href lien enlace lank odkaz ссылка リンク 链接
  text description descriptions desc title bezeichnung beschreibung designation libelle descripcion descrizione denominazione descricao designacao titulo omschrijving opis benamning beskrivning betegnelse beskrivelse varetekst popis aciklama наименование название описание 品名 商品名 部品名 名称
  brand manufacturer manufacture maker make mfr mfg mf vendor hersteller marke marque fabricant marca fabricante produttore merk fabrikant producent producenta marka firma tillverkare fabrikat produsent maerke vyrobce znacka uretici valmistaja производитель бренд марка фирма メーカー ブランド 品牌 厂家
  name names nazwa nazev nombre nome nom naam adi navn namn
  part parts component components product products article articles artikel teil teile produkt produit piece articulo pieza producto repuesto articolo prodotto ricambio pezzo peca produto artigo onderdeel czesci czesc towar towaru del dil dilu vare zbozi parca urun ad tuote деталь детали запчасть запчасти товар товары 部品 商品 配件
  item items type art
  filler a of the de da do du des la le s p e to your our incl inc brutto ttc original purchase produktu objednaci web page buy во ед руб kc zl kr vat tax gst iva tva mwst btw moms dph kdv ндс`

const says = new Map<string, string[]>()
for (const line of WORDS.trim().split(/\n +/)) {
  const words = line.split(' ')
  for (const word of words) says.set(word, [...(says.get(word) ?? []), words[0] ?? ''])
}
/** Words of East Asia, which stand without blanks between them. */
const WITHIN = [...says].filter(([word]) => /[\u3040-\u9fff]/.test(word))
/** German, Dutch and Nordic words joined to others. */
const JOINED =
  /(?:nummer|numero|nr|preis|pris|prijs|menge|bezeichnung|beschreibung|name|navn|namn)$/

function wordSays(word: string): readonly string[] {
  const joined = JOINED.exec(word)?.[0].replace(/^nr$/, 'nummer') ?? ''
  const known = says.get(word) ?? says.get(joined)
  return known ?? WITHIN.flatMap(([part, own]) => (word.includes(part) ? own : []))
}

/** Cell of a heading; the lower rank wins a cell, and every word of a sure one is known. */
function readHead(text: string, isBoard: boolean) {
  const split = text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  const plain = headWords(split).replaceAll(/(?<![\p{L}\p{N}])([\p{L}])[./]/gu, '$1')
  // In parts lists of circuit boards the value names the part: "Fuse 30A".
  if (isBoard && /^(?:value|comment)$/.test(plain))
    return { cell: 'name' as const, rank: -1, isSure: true }
  const all = (plain.match(/[\p{L}\p{N}]+|[#№%]/gu) ?? []).map(wordSays)
  const [cell, rank] = meaningOf((...any) => any.some((one) => all.flat().includes(one)))
  const isKnown = all.every((one) => one.length > 0)
  return { cell, rank: rank + (isKnown ? 0 : 5), isSure: isKnown && cell !== undefined }
}

/** Cell that a heading names by itself; null where a word of it is unknown. */
export function headOf(text: string): { cell: Cell; rank: number } | null {
  const { cell, rank, isSure } = readHead(text, false)
  return cell && isSure ? { cell, rank } : null
}

/** @returns undefined where no word tells */
function meaningOf(has: (...any: string[]) => boolean): [Cell | null | undefined, number] {
  if (has('other') || (has('total') && !has('each', 'qty'))) return [null, 0]
  if ((has('order') && has('number', 'no')) || (has('index') && has('price'))) return [null, 0]
  if (has('price', 'each')) return ['price', has('low') ? 2 : has('unit', 'each') ? 0 : 1]
  if (has('qty')) return ['qty', 0]
  if (has('number') || (has('no') && has('brand', 'own', 'part', 'item', 'stock')))
    return ['partNumber', has('stock') ? 3 : has('brand', 'own') ? 0 : has('part') ? 1 : 2]
  if (has('link')) return ['link', 0]
  if (has('own') || (has('brand') && has('part') && !has('text'))) return ['partNumber', 0]
  if (has('brand') && !has('text')) return ['manufacturer', 0]
  const name = ['text', 'name', 'part', 'item'].findIndex((one) => has(one))
  return [name >= 0 ? 'name' : has('no', 'index', 'stock') ? null : undefined, name]
}

/** Columns of a table, and letters of a heading: a line of a million cells is none. */
const MAX_HEADS = 200

/**
 * Maps columns by headings; null when the row is not one of headings.
 * @param below rows of parts: they tell the name's column, and blank ones
 */
export function columnsByHeads(
  row: readonly string[],
  below: () => readonly (readonly string[])[] = () => [],
): Columns | null {
  if (row.length > MAX_HEADS || row.some(({ length }) => length > MAX_HEADS)) return null
  // A figure of the table may stand beside its headings.
  const figures = row.filter((cell) => amountIn(cell) !== null).length
  if (figures > 1) return null
  const isBoard = row.some((cell) =>
    /^(?:ref(?:erence)?s?|designators?|footprint|package)$/.test(headWords(cell)),
  )
  const heads = row.map((cell) => readHead(cell, isBoard))
  const cells = new Set(heads.map(({ cell }) => cell).filter(Boolean))
  const sure = heads.filter(({ isSure }) => isSure).length
  if (cells.size === 0 || (cells.size < 3 && sure < Math.min(2, row.length))) return null
  if (figures > 0 && (cells.size < 3 || sure < 3)) return null
  const rows = below()
  const lettersIn = (at: number) =>
    rows.reduce((sum, one) => sum + (one[at]?.match(/[\p{L}]/gu)?.length ?? 0), 0)
  const isBlank = (at: number) => rows.length > 0 && rows.every((one) => !one[at])
  const rankAt = (at: number) => (heads[at]?.rank ?? 0) + (isBlank(at) ? 10 : 0)
  const best = (cell: Cell | undefined, rank: (at: number) => number) =>
    heads
      .flatMap((head, at) => (head.cell === cell ? [at] : []))
      .toSorted((a, b) => rank(a) - rank(b))[0]
  const columns = heads.map(({ cell }, at) => (cell && best(cell, rankAt) === at ? cell : null))
  // A column of words whose heading is unknown names the parts where no other does.
  const named = columns.indexOf('name')
  const wordy = best(undefined, (at) => -lettersIn(at)) ?? -1
  if (lettersIn(wordy) > 3 * rows.length && lettersIn(named) < 2 * rows.length) {
    if (named >= 0) columns[named] = null
    columns[wordy] = 'name'
  }
  return columns
}
