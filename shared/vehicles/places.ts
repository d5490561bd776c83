/** Position of a part or job on the vehicle, read from its name. */

/** From front to back, and left to right as seen from the driver's seat. */
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

/** Words for a side or compartment. Excludes sound-alikes such as a rear main seal. */
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
/** Catalogue abbreviations: FL, RR, LF, LH, LHF, OSR. Capitals only, and no fluid ounces. */
const LETTERS = /\b(?:[FR][LR]|[LR]F|LR|[LR]H[FRS]?|[NO]S[FR])\b(?!\.? ?OZ)/g

type Side = 'bay' | 'cabin' | 'front' | 'rear' | 'left' | 'right'

/** Sides of an abbreviation: N and O are near and off side, H and S mean "hand" and "side". */
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
 * Places in a name; none for most names. Front and rear together mean both, left and right together
 * the axle between. The driver sits on the left, as everything here is American by default.
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

export function hasPlace(name: string): boolean {
  return placesOf(name).length > 0
}

const AT = {
  front: ['Front left', 'Front axle', 'Front right'],
  rear: ['Rear left', 'Rear axle', 'Rear right'],
} as const
const SIDES = ['Left side', 'Right side'] as const
