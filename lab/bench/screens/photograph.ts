/** A QR code as a camera held by hand sees it: turned, in perspective, blurred, unevenly lit, noisy. */
const QUIET = 4
/** Above this the light of one side of the picture is left. */
const LIGHT = [235, 60] as const

/** @param least pixels a module has at the far end of the picture */
export function photograph(modules: boolean[][], least: number, seed: number) {
  const random = seeded(seed)
  const count = modules.length + 2 * QUIET
  const tilt = 0.06 + random() * 0.1
  const angle = (random() - 0.5) * 0.35
  // The far side is smaller by the tilt: it still has `least` pixels a module.
  const side = Math.ceil((count * least) / (1 - tilt) + 20)
  const width = Math.ceil(side * 1.25)
  const bright = new Float32Array(width * width)
  const middle = width / 2
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (const [dx, dy] of [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75],
      ] as const) {
        const px = x + dx - middle
        const py = y + dy - middle
        const rx = px * Math.cos(angle) + py * Math.sin(angle)
        const ry = py * Math.cos(angle) - px * Math.sin(angle)
        const depth = 1 + (tilt * ry) / (side / 2) / 2
        const mx = Math.floor((rx / depth / side + 0.5) * count) - QUIET
        const my = Math.floor((ry / depth / side + 0.5) * count) - QUIET
        sum += modules[my]?.[mx] ? LIGHT[1] : LIGHT[0]
      }
      bright[y * width + x] = sum / 4
    }
  }
  return developed(blurred(bright, width, 0.4 + random() * 0.5), width, random)
}

function blurred(from: Float32Array, width: number, radius: number): Float32Array {
  const weights = [-2, -1, 0, 1, 2].map((at) => Math.exp((-at * at) / (2 * radius * radius)))
  const all = weights.reduce((sum, one) => sum + one, 0)
  const pass = (source: Float32Array, step: number) =>
    source.map((_value, at) =>
      weights.reduce((sum, weight, index) => {
        const near = source[at + (index - 2) * step] ?? source[at] ?? 0
        return sum + (near * weight) / all
      }, 0),
    )
  return pass(pass(from, 1), width)
}

function developed(bright: Float32Array, width: number, random: () => number) {
  const data = new Uint8ClampedArray(width * width * 4)
  const fall = random() * 0.35
  bright.forEach((value, at) => {
    const light = 1 - fall * ((at % width) / width)
    const noise = (random() + random() + random() - 1.5) * 24
    data.fill(value * light + noise, at * 4, at * 4 + 3)
    data[at * 4 + 3] = 255
  })
  return { data, width, height: width, colorSpace: 'srgb' as const }
}

/** Mulberry32: the same pictures at every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
