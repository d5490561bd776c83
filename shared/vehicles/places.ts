/** Where on a vehicle a part sits, or what was done to it was done: read from its name. */

/** From the front to the back, and from left to right as one sits in the car. */
export const PLACES = [
  'Engine bay',
  'Front left',
  'Front axle',
  'Front right',
  'Left side',
  'Cabin',
  'Right side',
  'Rear left',
  'Rear axle',
  'Rear right',
] as const
export type Place = (typeof PLACES)[number]

/** What names a side or a room of the car. What only sounds like one is left out: a rear main seal. */
const WORDS = [
  ['bay', /\b(?:engine|under[ -]?(?:hood|bonnet))\b/i],
  [
    'cabin',
    /\b(?:cabin|interior|dashboard|glove ?box|rear[ -]?view mirror|passenger compartment)\b/i,
  ],
  ['front', /\bfront\b(?! main| crank)/i],
  ['rear', /\brear\b(?! main)|\bback (?:left|right|axle|wheel|brake|door)/i],
  ['left', /\bleft\b(?![ -]hand(?:ed)? (?:thread|drive|drill)|[ -]angle)|\bnear[ -]?side\b/i],
  ['left', /\bdriver['’]?s?(?:[ -]side| front| rear| door| seat| window)\b/i],
  [
    'right',
    /\bright\b(?![ -]hand(?:ed)? (?:thread|drive|drill)|[ -]angle|[ -]stuff)|\boff[ -]?side\b/i,
  ],
  ['right', /\bpassenger['’]?s?(?:[ -]side| front| rear| door| seat| window)\b/i],
] as const
/** As catalogues write them: FL, RR, LF, LH, LHF, OSR. Large letters alone, and no fluid ounces. */
const LETTERS = /\b(?:[FR][LR]|[LR]F|LR|[LR]H[FRS]?|[NO]S[FR])\b(?!\.? ?OZ)/g

type Side = 'bay' | 'cabin' | 'front' | 'rear' | 'left' | 'right'

/** What letters stand for: N and O are the near and the off side, H and S are for "hand" and "side". */
function sidesOf(letters: string): Side[] {
  const [first = '', ...rest] = letters
  const last = rest.at(-1) ?? ''
  if (first === 'N' || first === 'O' || rest[0] === 'H') {
    const side = first === 'N' || first === 'L' ? 'left' : 'right'
    return last === 'F' ? [side, 'front'] : last === 'R' ? [side, 'rear'] : [side]
  }
  if (letters.includes('F')) return ['front', letters.includes('L') ? 'left' : 'right']
  return ['rear', letters.includes('L') ? 'left' : 'right']
}

/**
 * The places a name tells of; none for most names. Of two ends it is at both, of both sides at the
 * axle between them. The driver sits on the left, as everything here is American until told otherwise.
 */
export function placesOf(name: string): readonly Place[] {
  const sides = new Set<Side>()
  for (const [side, words] of WORDS) if (words.test(name)) sides.add(side)
  for (const [letters] of name.matchAll(LETTERS))
    for (const side of sidesOf(letters)) sides.add(side)
  if (sides.has('bay')) return ['Engine bay']
  if (sides.has('cabin')) return ['Cabin']
  const isLeft = sides.has('left')
  const isOneSide = isLeft !== sides.has('right')
  const ends = (['front', 'rear'] as const).filter((end) => sides.has(end))
  if (ends.length > 0) return ends.map((end) => AT[end][isOneSide ? (isLeft ? 0 : 2) : 1])
  return SIDES.filter((_, at) => sides.has(at === 0 ? 'left' : 'right'))
}

/** Whether a name says where on a vehicle its part sits. */
export function hasPlace(name: string): boolean {
  return placesOf(name).length > 0
}

const AT = {
  front: ['Front left', 'Front axle', 'Front right'],
  rear: ['Rear left', 'Rear axle', 'Rear right'],
} as const
const SIDES = ['Left side', 'Right side'] as const
