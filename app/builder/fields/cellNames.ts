/** What a part's cells are called where there is little room. */
export const CELL_NAMES = {
  name: 'Name',
  manufacturer: 'Brand',
  partNumber: 'Number',
  price: 'Price',
  qty: 'Qty',
  link: 'Link',
} as const
