/** What a shop says about a product: the answer of POST /api/amazon/product and /api/shop/product. */
export interface Product {
  name: string
  manufacturer: string
  partNumber: string
  /** US dollars as a decimal, "45.99"; '' when it is not known or in another currency. */
  price: string
  /** When the shop said so, milliseconds since 1970. */
  asOf: number
  /** The link with the operator's partner tag; '' when there is none to add. */
  link: string
}

/** Which shops the server can be asked about: the answer of GET /api/shops. */
export interface Shops {
  /** Exact host names. */
  hosts: string[]
  /** Whether it can ask the large retailer's product API. */
  amazon: boolean
}
