/**
 * The clock of tests, with sync-server/testWitness.mjs: milliseconds are those of one machine, so work is
 * told in pieces of known work that the same process did right before and after.
 */
const LINES = Array.from({ length: 700 }, (_, at) => ({
  name: `Oil filter ${at} with seal`,
  partNumber: `11 42 7 ${at}-B`,
  price: `EUR ${at}.${10 + (at % 90)}`,
  link: `https://shop.example/parts/${at}?from=list&at=${at * 31}`,
  notes: 'Torque: 25 Nm, *then* 90 degrees. '.repeat(3),
}))
const ROUNDS = 8

/** As the product's own: JSON, words and patterns. 25 ms of a processor of 2020, whatever is tested. */
function knownWork(): number {
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    const text = JSON.stringify(LINES)
    for (const { name, notes, price } of JSON.parse(text) as typeof LINES) {
      const words = `${name} ${notes}`.split(' ').map((word) => word.toLowerCase())
      found += new Set(words.filter((word) => /[a-z]{3,}/.test(word))).size
      found += Number(/^([A-Z]{3}) (\d+)\.(\d\d)$/.test(price))
    }
    found += [...text.matchAll(/(\d+) nm|https?:\/\/[\w.]+\/(\w+)|\*(\w+)\*/gi)].length
    found += text.replaceAll(/\s+/g, ' ').length
  }
  return found
}

/** How long it takes beside other work says nothing of `act`: only its own share of the processor. */
async function processorMs(act: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

let isCompiled = false
/** Milliseconds of the processor that the known work takes now. */
export async function unitMs(): Promise<number> {
  // The first times it is being compiled.
  for (let turn = 0; turn < 4 && !isCompiled; turn++) knownWork()
  isCompiled = true
  return processorMs(knownWork)
}

/** What the processor does for `act`, in pieces of known work: the least of some takes. */
export async function workUnits(act: () => unknown, takes = 3): Promise<number> {
  let least = Infinity
  let before = await unitMs()
  for (let take = 0; take < takes; take++) {
    const ms = await processorMs(act)
    const after = await unitMs()
    least = Math.min(least, (2 * ms) / (before + after))
    before = after
  }
  return least
}
