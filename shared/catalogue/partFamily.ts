/**
 * Part family of a name, for its drawing: "Brembo rotor, front" is a brake disc. Knows the English
 * words people use, and picks the head noun: an oil filter housing is no oil filter.
 */

/** Family without a drawing: unknown parts, and known ones without their own. */
const NONE = 'part'

/** Words per family, and of parts without one. Plurals are handled by `singular`. */
const WORDS = {
  [NONE]:
    'actuator, adapter, antenna, arm, armrest, badge, bar, basket, block, blower, body, booster, boot, bracket, bulb holder, bulb socket, bumper, button, cable, cable tie, cam, camshaft, cap, carpet, carrier, cassette, clip, column, computer, connector, cover, crankshaft, cylinder, decal, differential, dipstick, distributor rotor, door, duct, emblem, engine, fan, fender, filter, flap, fork, frame, gauge, gearbox, glass, glove, grille, guard, guide, handle, hanger, harness, head, hinge, hold down, holder, hood, housing, insert, insulator, key, knob, latch, lens, lever, lifter, lid, line, liner, linkage, lock, manifold, mat, module, motor, nozzle, organizer, paint, pan, panel, pedal, perch, pin, pipe, piston, piston ring, plate, plug, rack, rag, rail, regulator, reservoir, retainer, rocker, rod, rotor arm, rotor button, screen, seat, seat belt, seatbelt, shaft, shield, shim, shroud, sleeve, solenoid, speaker, steering wheel, stem, strap, subframe, support, switch, tank, terminal, tip, towel, tower, transmission, tray, trim, tube, valve, valve stem, visor, window, windshield, wire, wiring',
  brakeDisc:
    'rotor, disc, disk, brake disc, brake disk, brake rotor, brake drum, drum, brake, brake job, brake service, brake repair, brake replacement, brake change, brake overhaul',
  brakePads: 'pad, brake pad, brakepad, brake shoe, shoe, brake lining',
  caliper: 'caliper, calliper, brake caliper',
  oilFilter: 'oil filter, oilfilter, engine oil filter, spin on filter',
  airFilter:
    'air filter, airfilter, engine air filter, air cleaner, air filter element, intake filter',
  cabinFilter:
    'cabin filter, cabin air filter, pollen filter, ac filter, a c filter, hvac filter, interior filter, microfilter',
  fuelFilter: 'fuel filter, gas filter, petrol filter, diesel filter',
  sparkPlug: 'spark plug, sparkplug, glow plug, iridium plug',
  coil: 'ignition coil, coil, coilpack, coil pack, coil on plug, ignition coil pack, ignition coilpack',
  timingBelt:
    'timing belt, cam belt, cambelt, toothed belt, timing belt service, timing belt replacement',
  belt: 'belt, serpentine belt, drive belt, accessory belt, alternator belt, fan belt, v belt, ribbed belt, ac belt',
  chain: 'chain, timing chain, cam chain',
  pulley:
    'pulley, idler, idler pulley, tensioner, belt tensioner, timing belt tensioner, chain tensioner',
  pump: 'pump, water pump, coolant pump, oil pump, fuel pump, power steering pump, vacuum pump, washer pump',
  thermostat: 'thermostat, tstat, t stat',
  radiator: 'radiator, cooler, oil cooler, intercooler, condenser, heater core, evaporator',
  hose: 'hose, brake hose, radiator hose, heater hose, vacuum hose, fuel hose, coolant hose',
  clamp: 'clamp, hose clamp, band clamp, exhaust clamp, v band',
  gasket: 'gasket, head gasket, gasket set, gasket kit',
  seal: 'seal, o ring, oring, sealing ring, seal ring, crush ring, crush washer, sealing washer, copper washer, drain plug washer, drain plug gasket, gasket ring',
  bolt: 'bolt, nut, screw, stud, washer, fastener, lug, lug nut, wheel bolt, wheel nut, wheel lock, hardware, rivet',
  drainPlug:
    'drain plug, drain bolt, sump plug, oil plug, oil drain plug, oil pan plug, fill plug, drainplug',
  engineOil:
    'engine oil, motor oil, oil, synthetic oil, oil change, oil service, oil and filter change',
  coolant:
    'coolant, antifreeze, anti freeze, engine coolant, g11, g12, g13, g40, dexcool, coolant flush, coolant change',
  brakeFluid:
    'brake fluid, dot 3, dot 4, dot 5, dot3, dot4, dot5, clutch fluid, brake flush, brake fluid flush, brake fluid change, brake bleed',
  transmissionFluid:
    'transmission fluid, transmission oil, trans fluid, atf, gear oil, gearbox oil, cvt fluid, dct fluid, differential fluid, differential oil, diff fluid, diff oil, transfer case fluid, haldex oil, transmission service, transmission fluid change',
  fluid:
    'fluid, power steering fluid, washer fluid, windshield fluid, hydraulic fluid, steering fluid, additive, adblue, def, fuel stabilizer, injector cleaner, fuel system cleaner, fuel injector cleaner',
  spray:
    'spray, cleaner, brake cleaner, brakleen, carb cleaner, parts cleaner, contact cleaner, degreaser, wd 40, wd40, penetrating oil, penetrant, pb blaster, rust remover, spray paint, undercoating, starting fluid',
  grease:
    'grease, lube, lubricant, brake grease, dielectric grease, anti seize, antiseize, never seize, sealant, rtv, silicone, sealer, gasket maker, threadlocker, thread locker, loctite, paste, copper paste, thermal paste, adhesive, glue, epoxy',
  bearing: 'bearing, wheel bearing, hub, wheel hub, hub assembly, wheel hub assembly, hub bearing',
  axle: 'axle, cv axle, axle shaft, half shaft, halfshaft, drive shaft, driveshaft, cv joint, cv boot, cv boot kit, axle boot, cv shaft, cv',
  controlArm:
    'control arm, wishbone, a arm, trailing arm, suspension arm, lateral arm, track control arm',
  ballJoint: 'ball joint, balljoint',
  tieRod: 'tie rod, tie rod end, track rod, track rod end, inner tie rod, outer tie rod, rack end',
  shock: 'shock, shock absorber, strut, strut assembly, damper, coilover, coil over',
  spring: 'spring, coil spring, leaf spring, lowering spring',
  swayLink:
    'sway bar link, sway bar end link, stabilizer link, stabiliser link, stabilizer bar link, anti roll bar link, drop link, end link, endlink',
  bushing:
    'bushing, bush, grommet, control arm bushing, sway bar bushing, subframe bushing, silentblock',
  mount:
    'mount, mounting, engine mount, motor mount, transmission mount, strut mount, engine mounting, dogbone, torque mount',
  clutch:
    'clutch, clutch kit, clutch disc, clutch disk, clutch plate, pressure plate, release bearing, throwout bearing, throw out bearing',
  flywheel: 'flywheel, dual mass flywheel, dmf, flexplate, flex plate, ring gear',
  battery: 'battery, car battery',
  alternator: 'alternator, generator',
  starter: 'starter, starter motor',
  bulb: 'bulb, light bulb, headlight bulb, brake light bulb, h1, h4, h7, h8, h11, w5w, d1s, d2s, d3s',
  headlight:
    'headlight, headlamp, head light, light, lamp, tail light, taillight, fog light, fog lamp, brake light, turn signal, head lamp',
  sensor:
    'sensor, o2, oxygen sensor, o2 sensor, lambda probe, maf, maf sensor, map sensor, tpms, probe, sender, sending unit, mass air flow',
  fuse: 'fuse, relay, fusible link, circuit breaker',
  wiper: 'wiper, wiper blade, windshield wiper, wiper insert, wiper refill',
  tire: 'tire, tyre, tire replacement, tire change',
  wheel: 'wheel, rim, alloy wheel, spare wheel',
  mirror:
    'mirror, wing mirror, side mirror, mirror glass, door mirror, rear view mirror, rearview mirror',
  turbo: 'turbo, turbocharger, supercharger, turbo charger',
  exhaust:
    'exhaust, muffler, silencer, resonator, tailpipe, tail pipe, downpipe, down pipe, mid pipe, exhaust pipe, cat back, catback, exhaust system',
  catalytic: 'catalytic converter, catalyst, cat converter, catalytic, cat',
  injector: 'injector, fuel injector, injection nozzle',
  tool: 'tool, wrench, spanner, socket, socket set, ratchet, screwdriver, plier, puller, hammer, jack, jack stand, ramp, breaker bar, hex key, allen key, torx, bit, bit set, extension, spring compressor, removal tool, installer, funnel, oil filter wrench, tire iron, lug wrench, multimeter, scanner, piston tool',
} as const

export type PartFamily = keyof typeof WORDS

/** "gaskets" to "gasket", "wrenches" to "wrench". */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=x|ch|sh)es$|s$/, '')
}

const tokens = (text: string) =>
  text
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(singular)

const FAMILIES = new Map<string, PartFamily>()
let longest = 1
for (const [family, list] of Object.entries(WORDS))
  for (const phrase of list.split(', ')) {
    const words = tokens(phrase)
    longest = Math.max(longest, words.length)
    FAMILIES.set(words.join(' '), family as PartFamily)
  }

/** A viscosity means oil, even without the word: 70 and above is gear oil. */
const VISCOSITY = /\b(\d+)w[- ]?\d+\b/g
/** Separators: the part is before them, its purpose or accessories after. */
const APART = /[,;:()[\]–—|+&]|\s-\s|\bw\/|\b(?:and|for|from|with|without|incl|including|plus)\b/

/** Family of the last matching word: the head noun in English. */
function lastIn(piece: string): PartFamily | null {
  const words = tokens(piece)
  for (let end = words.length; end > 0; end--)
    for (let from = Math.max(0, end - longest); from < end; from++) {
      const family = FAMILIES.get(words.slice(from, end).join(' '))
      if (family) return family
    }
  return null
}

/**
 * Family of a part.
 * @param texts its name, then hints such as its category: the first match counts
 */
export function partFamily(...texts: readonly string[]): PartFamily {
  for (const text of texts) {
    const plain = text
      .toLowerCase()
      .replace(VISCOSITY, (_, winter: string) => (Number(winter) < 70 ? ' oil ' : ' gear oil '))
    const pieces = plain.split(APART).filter((piece) => tokens(piece).length > 0)
    const [first = '', second] = pieces
    // Catalogue style: "Filter, oil".
    if (second !== undefined && tokens(first).length === 1) pieces.unshift(`${second} ${first}`)
    for (const piece of pieces) {
      const family = lastIn(piece)
      if (family) return family
    }
  }
  return NONE
}
