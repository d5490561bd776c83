/** Columns of parts by their headings: spreadsheets, shops, boards' parts lists, in twelve languages. */
import { amountIn } from '../money/pastedPrice.ts'
import { headWords } from './headWords.ts'
import { rolesByHeads, type Dictionary } from './rolesByHeads.ts'

/** Typed cells of a line, in the builder's order. */
export const LINE_COLUMNS = ['name', 'manufacturer', 'partNumber', 'price', 'qty', 'link'] as const
export type Cell = (typeof LINE_COLUMNS)[number]

/** Cell of a column, or null for one a kit has no place for, such as a total. */
export type Columns = (Cell | null)[]

const HEADS: Dictionary<Cell> = {
  '': /^(?:(line|row|sub|item)?[ -]?(total|amount)( price| ttc| ht)?|ext(ended)?\.?( price| total)?|#|no\.?|pos\.?|position|line|nr\.?|lp\.?|gesamt(preis|betrag)?|summe|betrag|montant|importe|prix total|precio total|totale|importo|valor( total)?|totaal|wartosc|suma|razem|summa|belopp|i alt|celkem|tutar|toplam|сумма|стоимость|итого|金額|合計|小計|core( charge| deposit| price)?|deposit|(altteil)?pfand|consigne|fianza)$/,
  partNumber: [
    /^(?:(mfr\.?|mfg\.?|manufacturer|oem?)? ?(part|item|product|article)? ?(#|nos?\.?|numbers?|num)|mpn|pn|p\/n|oem?|asin|manufacturer part|(artikel|teile?|bestell|oe|oem|hersteller|produkt)[ .-]*(nummer|nr\.?)|art\.?[ -]*(nummer|nr\.?)|(n[°o]|numero) (de )?(piece|pieza|article|articulo|parte)|(numero|codice) (articolo|pezzo|ricambio|oe)|n(umer|r\.?) (czesci|katalogowy|kat\.?|oe)|(artikel|onderdeel)(nummer|nr\.?)|varenummer|varenr\.?|cislo (dilu|zbozi)|parca (no|numarasi|kodu)|(каталожный )?номер( детали| запчасти)?|артикул|品番|部品番号|型番|零件号)$/,
    /^(?:(part|item|product|article) id|sku|nummer|numero|code|ref\.?|references?( fabricant| article)?|referencias?|ref\.?( fabricant| article)|codice|codigo|kod|cod\.?|reference number|商品コード|код)$/,
  ],
  manufacturer:
    /^(?:manufacturer( name)?|brand( name)?|maker|mfr\.?|mfg\.?|vendor|hersteller|marke|marque|fabricant|marca|fabricante|produttore|merk|fabrikant|producent|marka|firma|marke|tillverkare|fabrikat|produsent|maerke|vyrobce|znacka|uretici|производитель|бренд|марка|фирма|メーカー|ブランド|品牌)$/,
  price: [
    /^(?:(unit ?|your ?|our ?|item ?|net )?(price|cost)( each| per unit| incl\.? (vat|tax))?|each|(einzel|stuck|e-?)?preis( pro stuck| je stuck| brutto)?|(prix|precio)( unitaire| unitario)?( ttc)?|p\.?u\.?( ttc)?|prezzo( unitario)?|preco( unitario)?|(stuks)?prijs( per stuk)?|cena( jednostkowa| brutto)?|(a-?)?pris( per styck| pr\.? stk\.?)?|stykpris|cena za kus|(birim )?fiyati?|цена( за (шт|ед)\.?)?|単価|価格|单价)$/,
    /^(?:price (excl?|ex)\.? (vat|tax)|price net|preis netto|prix( unitaire)? ht|p\.?u\.? ht|cena netto|list price)$/,
  ],
  qty: /^(?:(order )?(qty|qnty|quantity)\.?( ordered)?|ordered|count|pcs\.?|pieces|units|menge|anzahl|stuck(zahl)?|stk\.?|quantites?|qte\.?|cantidad|cant\.?|quantita|q\.?ta|qtd\.?|quantidade|aantal|ilosc|szt\.?|liczba|antal|st\.?|mnozstvi|pocet|ks|adet|miktar|кол-?во|количество|шт\.?|数量|個数|数)$/,
  link: /^(?:link|url|web ?(site|page)|(product|buy|shop) ?(link|url)|href|lien|enlace|webseite|lank|odkaz|ссылка|リンク|链接)$/,
  name: [
    /^(?:(part|product|item|article)s? ?(name|description|title)|(name|description|title)|(artikel|teile?|produkt)?[ -]?(bezeichnung|name|beschreibung)|(designation|libelle|descripcion|descrizione|denominazione|descricao|omschrijving|nazwa|opis|benamning|beskrivning|betegnelse|beskrivelse|nazev|popis|aciklama|urun adi|parca adi)|наименование|название|описание|品名|商品名|部品名|名称)$/,
    /^(?:parts?|items?|products?|articles?|part type|artikel|teil|produkt|produit|piece|nom|articulo|pieza|nombre|producto|nome|articolo|prodotto|peca|produto|artigo|onderdeel|naam|czesc|produkt|towar|del|vare|dil|zbozi|parca|urun|ad|деталь|запчасть|товар|部品)$/,
  ],
}

/** In parts lists of circuit boards the value names the part: "Fuse 30A". */
const DESIGNATOR = /^(ref(erence)?s?|designators?)$/

/** Maps columns by headings; null when the row is not one of headings. */
export function columnsByHeads(row: readonly string[]): Columns | null {
  const heads = row.map(headWords)
  const isBoard = heads.some((head) => DESIGNATOR.test(head))
  const named = heads.map((head) => (isBoard && head === 'value' ? 'name' : head))
  const { columns, known } = rolesByHeads(named, [HEADS])
  const isHead =
    columns.some(Boolean) &&
    known >= Math.min(2, row.length) &&
    row.every((cell) => amountIn(cell) === null)
  return isHead ? columns : null
}
