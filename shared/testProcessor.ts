/**
 * Performance unit of tests, with sync-server/testWitness.mjs: milliseconds depend on the machine,
 * so work is measured in units of known work run right before and after by the same process.
 */
const LINES = Array.from({ length: 700 }, (_, at) => ({
  name: `Oil filter ${at} with seal`,
  partNumber: `11 42 7 ${at}-B`,
  price: `EUR ${at}.${10 + (at % 90)}`,
  link: `https://shop.example/parts/${at}?from=list&at=${at * 31}`,
  notes: 'Torque: 25 Nm, *then* 90 degrees. '.repeat(3),
}))
const ROUNDS = 8

/** Similar to the product: JSON, words and patterns. 25 ms on a 2020 CPU. */
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

/** CPU time of this process: wall time would include other load. */
async function processorMs(act: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

let isCompiled = false
/** CPU milliseconds of one unit now. */
export async function unitMs(): Promise<number> {
  // Warm-up: the first runs are being compiled.
  for (let turn = 0; turn < 4 && !isCompiled; turn++) knownWork()
  isCompiled = true
  return processorMs(knownWork)
}

/** CPU cost of `act` in units of known work: the minimum of several takes. */
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
