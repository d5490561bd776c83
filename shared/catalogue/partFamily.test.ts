import { describe, expect, test } from 'vitest'

import type { PartFamily } from './partFamily.ts'

import { BUILT_IN_TASKS } from '../kinds/builtInTasks.ts'
import { partFamily } from './partFamily.ts'

const NAMES: Readonly<Record<PartFamily, readonly string[]>> = {
  brakeDisc: [
    'Rotor',
    'Brembo rotors, front',
    'Brake disc 312 mm',
    'brake disks',
    'Brake drum',
    'Front brakes',
    'Brake job',
  ],
  brakePads: [
    'Brake pads',
    'Front and rear brake pads',
    'Pads, brake, rear',
    'Disc brake pads Akebono',
    'Brake pad set (ceramic)',
    'Brake shoes',
  ],
  caliper: ['Caliper', 'Brake caliper, front left', 'calipers'],
  oilFilter: [
    'Oil filter',
    'oil filters',
    'Oil filter, spin-on',
    'Filter, oil',
    'Mann oil filter W 719/45',
    'Oil filter for 4.2 V8 engine oil',
  ],
  airFilter: ['Air filter', 'Engine air filter', 'K&N air filter', 'Air cleaner element'],
  cabinFilter: [
    'Cabin filter, carbon',
    'Cabin air filter, activated carbon',
    'Pollen filter',
    'A/C filter',
  ],
  fuelFilter: ['Fuel filter', 'Filter, fuel'],
  sparkPlug: [
    'Spark plug',
    'Spark plugs NGK PFR6Q',
    'Spark plug, iridium',
    'Sparkplugs',
    'Glow plug',
  ],
  coil: ['Ignition coil', 'Ignition coilpack', 'Coil packs', 'Coil-on-plug'],
  timingBelt: ['Timing belt', 'Timing belt kit with water pump', 'Cambelt'],
  belt: ['Serpentine belt', 'Drive belt 6PK1750', 'V-belt', 'Belt, alternator'],
  chain: ['Timing chain kit', 'Chain'],
  pulley: ['Idler pulley', 'Belt tensioner', 'Serpentine belt tensioner'],
  pump: ['Water pump', 'Water pump with gasket', 'Pump, water', 'Fuel pump'],
  thermostat: ['Thermostat', 'Thermostat, 87 C', 'Thermostat and hose'],
  radiator: ['Radiator', 'Intercooler', 'Oil cooler', 'A/C condenser', 'Heater core'],
  hose: [
    'Breather hose',
    'Upper radiator hose',
    'Brake hose front left',
    'Radiator to thermostat hose',
    'Hose from radiator to pump',
  ],
  clamp: ['Hose clamp', 'Clamps', 'Radiator hose clamp 20-32 mm', 'CV boot clamp'],
  gasket: [
    'Valley pan gasket',
    'Intake manifold gasket',
    'Valve cover gasket set',
    'Water pump gasket',
    'Gasket, oil pan',
    'Oil filter housing gasket',
  ],
  seal: [
    'Sealing ring, 14 x 20 mm',
    'Coolant pipe O-ring',
    'Oil cooler seal',
    'Crush washer',
    'Rear main seal',
    'Drain plug gasket',
  ],
  bolt: [
    'Bolts',
    'Caliper bolt',
    'M8x25 bolt',
    'Bolt, M10',
    'Lug nuts',
    'Nuts & bolts',
    'Washers',
    'Brake hardware kit',
    'Screw for oil filter',
  ],
  drainPlug: ['Drain plug', 'Drain plug with seal', 'Oil drain plug with seal', 'Sump plug'],
  engineOil: [
    'Engine oil',
    'Engine oil 5W-40, 5 L',
    'Castrol Edge 0W-30',
    'Motor oil',
    'Oil, 5W-30',
    'Oil Change',
    '10w40',
  ],
  coolant: ['Coolant', 'Coolant G12, 1.5 L', 'Antifreeze', 'Coolant flush'],
  brakeFluid: ['Brake fluid', 'DOT 4, 1 L', 'Brake fluid DOT 5.1'],
  transmissionFluid: ['Transmission fluid', 'ATF', 'Gear oil', '75W-90', 'Transmission service'],
  fluid: ['Power steering fluid', 'Washer fluid', 'Fuel injector cleaner', 'AdBlue'],
  spray: [
    'Brake cleaner',
    'Brake cleaner 500 ml',
    'Penetrating oil',
    'WD-40',
    'Throttle body cleaner',
    'Spray',
  ],
  grease: [
    'Grease',
    'Dielectric grease',
    'Anti-seize',
    'Thread locker, medium',
    'RTV sealant',
    'Loctite 243',
  ],
  bearing: ['Wheel bearing', 'Front wheel hub', 'Hub assembly', 'Bearing for gearbox'],
  axle: ['CV axle', 'CV boot kit', 'Half shaft', 'Driveshaft'],
  controlArm: ['Control arm', 'Lower control arms', 'Wishbone'],
  ballJoint: ['Ball joint', 'Lower ball joint, left'],
  tieRod: ['Tie rod', 'Outer tie rod end', 'Track rod end'],
  shock: ['Shock', 'Shock absorbers', 'Strut assembly', 'Struts', 'Strut with spring'],
  spring: ['Coil spring', 'Springs, rear', 'Lowering springs'],
  swayLink: ['Sway bar link', 'Sway bar end links', 'Stabilizer link', 'Drop link', 'End links'],
  bushing: ['Bushing', 'Control arm bushings', 'Bushes, rear', 'Sway bar bushing'],
  mount: ['Engine mount', 'Motor mounts', 'Strut mount', 'Exhaust mount'],
  clutch: ['Clutch', 'Clutch kit', 'Clutch and flywheel', 'Release bearing'],
  flywheel: ['Flywheel', 'Dual-mass flywheel', 'Flexplate'],
  battery: ['Battery', 'Batteries', 'AGM battery 80 Ah'],
  alternator: ['Alternator', 'Alternator 150 A'],
  starter: ['Starter', 'Starter motor'],
  bulb: ['Bulb', 'Headlight bulb H7', 'Brake light bulb', 'Osram H7'],
  headlight: ['Headlight', 'Headlamp, left', 'Tail light', 'Fog lights'],
  sensor: [
    'Sensor',
    'Oxygen sensor',
    'O2 sensor bank 1',
    'Brake pad wear sensor',
    'MAF',
    'Wheel speed sensor',
    'Camshaft sensor',
  ],
  fuse: ['Fuse', 'Fuses 10 A', 'Fuel pump relay', 'Starter relay'],
  wiper: ['Wiper blades', 'Wipers', 'Windshield wiper'],
  tire: ['Tire', 'All-season tire, 235/40 R18', 'Set of 4 tires', 'Tyres', 'Tire Replacement'],
  wheel: ['Wheel', 'Alloy wheels', 'Rims'],
  mirror: ['Mirror', 'Driver side mirror', 'Mirror glass'],
  turbo: ['Turbo', 'Turbocharger'],
  exhaust: ['Exhaust', 'Muffler', 'Downpipe', 'Cat-back exhaust'],
  catalytic: ['Catalytic converter', 'Cat'],
  injector: ['Injector', 'Fuel injectors'],
  tool: [
    'Tool',
    'Torque wrench',
    'Socket 10 mm',
    'Oil filter wrench',
    'Spring compressor',
    'Jack stands',
    'O2 sensor socket',
  ],
  part: [
    '',
    ' ',
    'Shop towels',
    'Nitrile gloves, L',
    'PCV valve assembly',
    'Rubber valve stem',
    'Filter',
    'Frobnicator',
    '油',
    'N 908 132 02',
  ],
}

describe('a part is drawn as what its name says it is', () => {
  test.each(Object.entries(NAMES))('%s', (family, names) => {
    expect(names.filter((name) => partFamily(name) !== family)).toEqual([])
  })

  test('in any case and number', () => {
    expect(partFamily('BRAKE PADS')).toBe('brakePads')
    expect(partFamily('gaskets')).toBe('gasket')
    expect(partFamily('wrenches')).toBe('tool')
  })
})

describe('a part is not drawn as what it only belongs to', () => {
  test.each([
    'Oil filter housing',
    'Housing, oil filter',
    'Oil filter cap',
    'Oil pan',
    'Radiator cap',
    'Radiator fan',
    'Caliper bracket',
    'Battery cable',
    'Battery hold down',
    'Clutch pedal',
    'Clutch master cylinder',
    'Brake booster',
    'Brake line',
    'Brake light switch',
    'Thermostat housing',
    'Bulb socket',
    'Wiper motor',
    'Starter solenoid',
    'Headlight switch',
    'Distributor rotor',
    'Steering wheel',
    'Seat belt',
    'Sway bar',
    'Exhaust manifold',
    'Shift boot',
  ])('%s', (name) => expect(partFamily(name)).toBe('part'))
})

describe('where the name says nothing', () => {
  test('what stands beside it is asked, in its order', () => {
    expect(partFamily('Mann W 719/45', 'Oil filters')).toBe('oilFilter')
    expect(partFamily('Spark plug', 'Oil filters')).toBe('sparkPlug')
    expect(partFamily('', 'My Sunday', 'Tire Replacement')).toBe('tire')
  })

  test('a name that is about another part is not drawn by its category', () => {
    expect(partFamily('Oil filter housing', 'Oil filters')).toBe('part')
  })
})

test('the tasks that are built in have a drawing, but for the valve that has none', () => {
  expect(BUILT_IN_TASKS.map((task) => [task, partFamily(task)])).toEqual([
    ['Oil Change', 'engineOil'],
    ['Valley Pan Gasket Service', 'gasket'],
    ['Engine Air Filter Replacement', 'airFilter'],
    ['Cabin Air Filter Replacement', 'cabinFilter'],
    ['Spark Plug Replacement', 'sparkPlug'],
    ['Coilpack Replacement', 'coil'],
    ['PCV Replacement', 'part'],
    ['Tire Replacement', 'tire'],
  ])
})
