// Clipboards and files of other programs, ordinary and hostile. Only the formats are theirs.
import type { Page } from '@playwright/test'

/** Pastes another program's clipboard with Ctrl+V. */
export async function paste(page: Page, text: string, html?: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(
    ([plain, rich]) => {
      const blob = (type: string, content: string) => [type, new Blob([content], { type })]
      const types = [blob('text/plain', plain), ...(rich ? [blob('text/html', rich)] : [])]
      const item = new ClipboardItem(Object.fromEntries(types) as Record<string, Blob>)
      return navigator.clipboard.write([item])
    },
    [text, html] as const,
  )
  await page.keyboard.press('ControlOrMeta+V')
}

const EXCEL_HEAD =
  '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=Generator content="Microsoft Excel 15"><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {mso-number-format:Standard;} --></style></head>'

const PARTS = [
  ['Brake pad front axle', 'Ostro', 'OX 188D', '45.99', '2'],
  ['Brake disc', 'Corvane', 'CV-540', '71.79', '2'],
  ['Wear sensor', '', '09.A270.11', '12.50', '1'],
]
/** The names of the lines that every table here holds. */
export const NAMES = PARTS.map(([name = '']) => name)
export const TEXT = PARTS.map((row) => row.join('\t')).join('\r\n')

const cells = (row: readonly string[], attributes: string) =>
  row.map((cell) => `<td${attributes}>${cell.replace('pad front', 'pad<br>front')}</td>`).join('')

/** HTML that Ctrl+C puts into the clipboard beside the text, by program. */
export const CLIPBOARDS: Readonly<Record<string, string>> = {
  Excel: `${EXCEL_HEAD}<body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=320 style='border-collapse:collapse;width:240pt'><!--StartFragment--><col width=64 span=5 style='width:48pt'>${PARTS.map((row) => `<tr height=20 style='height:15.0pt'>${cells(row, ' height=20 class=xl65')}</tr>`).join('\n ')}<!--EndFragment--></table></body></html>`,
  'Google Sheets': `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody>${PARTS.map((row) => `<tr style="height:21px;">${cells(row, ' style="overflow:hidden;padding:2px 3px;" data-sheets-value="{&quot;1&quot;:2}"')}</tr>`).join('')}</tbody></table>`,
  'a shop’s page': `<div class="cart" onclick="track()"><table><tbody>${PARTS.map((row) => `<tr>${cells(row, '')}</tr>`).join('')}</tbody></table><img src="x" onerror="globalThis.isHit = true"><script>globalThis.isHit = true</script></div>`,
}

/** Clipboards without a clear meaning: the page has to survive each, and to say something. */
export const HOSTILE: readonly { says: string; text: string; html?: string }[] = [
  { says: 'a table without cells', text: 'x', html: '<table></table>' },
  { says: 'HTML that ends in a tag', text: 'a\tb\nc\td', html: '<table><tr><td>a<td>b<tr><td' },
  {
    says: 'a thousand tables, one in the other',
    text: 'a\tb\nc\td',
    html: '<table><tr><td>'.repeat(1_000),
  },
  {
    says: 'marks that change the direction, and no letter',
    text: '\u202E\u0000\u200B\tx\n\uFFFE\ty',
  },
  { says: 'quotes that do not close', text: '"a,b\n"c,d\n"e' },
]

/** Files that are no parts list, whatever their name. */
export const BAD_FILES = [
  { name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]) },
  { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) },
  { name: 'kit.wrenchkit', mimeType: '', buffer: Buffer.from('{"version":9') },
  { name: 'workbook.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004') },
  { name: 'deep.json', mimeType: 'application/json', buffer: Buffer.from('['.repeat(50_000)) },
  { name: 'log.csv', mimeType: 'text/csv', buffer: Buffer.from('## Vehicle\n"a\n## Log\n,,,\n') },
]

/** Carts as page text: their parts with prices and quantities, and the lines that are no parts. */
export const CARTS: readonly {
  shop: string
  text: string
  parts: readonly (readonly [name: string, price: string, pieces: string])[]
  left: readonly string[]
}[] = [
  {
    shop: 'one that says what it sells below the name',
    text: `Shopping Cart (3 items)
Brake Pad Set - Front
Brand: Akebono
SKU: EUR1281
Quality: OEM
$74.99
Qty
2
Core charge: $20.00
Remove
Oil Drain Plug
Brand: Genuine VW
SKU: N90813202
Quality: Genuine
$8.97
Qty
1
Subtotal (3 items): $158.95
Estimated shipping $9.99`,
    parts: [
      ['Brake Pad Set - Front', '74.99', '2'],
      ['Oil Drain Plug', '8.97', '1'],
    ],
    left: ['“Quality: OEM”', '“Core charge: $20.00”'],
  },
  {
    shop: 'one whose buttons stand above the price',
    text: `Your Cart
Engine Oil Filter, Metal Free
In Stock
Eligible for FREE Shipping
Qty: 2
Delete | Save for later | Compare with similar items | Share
$8.97
Cabin Air Filter
Only 3 left in stock - order soon.
Qty: 1
Delete | Save for later | Compare with similar items | Share
$14.49
Subtotal (3 items): $32.43
Proceed to checkout (3 items)`,
    parts: [
      ['Engine Oil Filter, Metal Free', '8.97', '2'],
      ['Cabin Air Filter', '14.49', '1'],
    ],
    left: ['“Your Cart”', '“In Stock”'],
  },
]
