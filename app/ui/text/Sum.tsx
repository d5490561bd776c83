import { type PriceSum, sumParts } from '#shared/kinds/priceSum.ts'

/** "$389.00 + 2 without a price": the note is smaller, and wraps below where it is narrow. */
export function Sum({ sum }: { sum: PriceSum }) {
  const [amount, missing] = sumParts(sum)
  return (
    <>
      {amount}
      {missing && ' '}
      {missing && <small className="missing">{missing}</small>}
    </>
  )
}
