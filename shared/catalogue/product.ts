/** A shop's product: the answer of POST /api/amazon/product and /api/shop/product. */
export interface Product {
  name: string
  manufacturer: string
  partNumber: string
  /** US dollars, "45.99"; '' when unknown or in another currency. */
  price: string
  /** When the shop answered, milliseconds since 1970. */
  asOf: number
  /** Link with the operator's partner tag; '' when there is none. */
  link: string
}

/** Shops the server can look up: the answer of GET /api/shops. */
export interface Shops {
  /** Exact host names. */
  hosts: string[]
  /** Whether Amazon's product API is available. */
  amazon: boolean
}
