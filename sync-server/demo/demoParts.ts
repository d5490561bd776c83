/**
 * Fictional parts of fictional brands: what a fresh installation shows, so that its screens can be
 * judged. Only the car they fit is real.
 */
import { SAMPLE_PARTS } from '#shared/catalogue/sampleParts.ts'

export interface DemoPart {
  number: string
  brand: string
  name: string
  category: string
  /** Built-in task the part is a sample of; '' for the retailer's parts. */
  task: string
  cents: number
  rating: [average: number, count: number]
  /** Cross references, as [number, brand]. */
  same?: [number: string, brand: string][]
  /** Deposit on the old part. */
  coreCents?: number
}

/** Details of the sample parts, by brand and number. */
const MORE: Readonly<Record<string, Pick<DemoPart, 'category' | 'rating' | 'same' | 'coreCents'>>> =
  {
    'Samplefilter SF 719/45': {
      category: 'Filters',
      rating: [4.7, 1_284],
      same: [
        ['DW 0451 103', 'Demowerk'],
        ['EX-OF 45', 'Exemplar'],
      ],
    },
    'Demowerk DW 5W40-1L': { category: 'Fluids', rating: [4.8, 2_031] },
    'Demowerk DW N 901 1': { category: 'Engine', rating: [4.5, 312] },
    'Testbrand OE TO 157 V8': {
      category: 'Gaskets',
      rating: [4.6, 97],
      same: [['EX 4.2-VP', 'Exemplar']],
    },
    'Testbrand OE TO 070 117': { category: 'Gaskets', rating: [4.4, 61] },
    'Samplefilter DX 1006/1D': {
      category: 'Filters',
      rating: [4.7, 845],
      same: [['DW 133 843', 'Demowerk']],
    },
    'Samplefilter 2332': { category: 'Filters', rating: [4.3, 402] },
    'Fictiva 2332': { category: 'Ignition', rating: [4.9, 1_710] },
    'Fictiva FC 905-115': {
      category: 'Ignition',
      rating: [4.2, 966],
      same: [['TO 905 115 E', 'Testbrand OE']],
    },
    'Testbrand OE TO 464 C': { category: 'Breather', rating: [4.1, 143], coreCents: 2_500 },
    'Exemplar EX 213-B': { category: 'Breather', rating: [3.9, 58] },
    'Fictiva FT 2354517': { category: 'Wheels', rating: [4.5, 528] },
    'Exemplar EX TR-413': { category: 'Wheels', rating: [4.6, 77] },
  }

/** Shipped with every installation. */
export const ORIGINAL_PARTS: readonly DemoPart[] = SAMPLE_PARTS.map(
  ({ partNumber: number, vendor: brand, name, task, unitCents: cents }) => {
    const more = MORE[`${brand} ${number}`]
    if (!more) throw new Error(`Nothing more is said of ${brand} ${number}`)
    return { number, brand, name, task, cents, ...more }
  },
)

type Line = [number: string, brand: string, name: string, category: string, cents: number]

/** Parts of the demo retailer: 22 that a scrape brings, and 10 beyond them. */
const RETAILER_LINES: readonly Line[] = [
  ['DW 615 301', 'Demowerk', 'Front brake disc, 345 mm', 'Brakes', 8_950],
  ['DW 615 601', 'Demowerk', 'Rear brake disc, 300 mm', 'Brakes', 6_475],
  ['EX 698 151', 'Exemplar', 'Front brake pad set', 'Brakes', 7_240],
  ['EX 698 451', 'Exemplar', 'Rear brake pad set', 'Brakes', 5_180],
  ['EX 919 351', 'Exemplar', 'Brake pad wear sensor', 'Brakes', 1_395],
  ['DW DOT4-1', 'Demowerk', 'Brake fluid DOT 4, 1 litre', 'Fluids', 1_250],
  ['SF 1139', 'Samplefilter', 'Fuel filter', 'Filters', 3_415],
  ['TO 121 011', 'Testbrand OE', 'Water pump', 'Cooling', 16_890],
  ['TO 121 113', 'Testbrand OE', 'Thermostat, 87 °C', 'Cooling', 4_260],
  ['DW G13-1', 'Demowerk', 'Coolant concentrate, 1 litre', 'Fluids', 1_540],
  ['EX 121 081', 'Exemplar', 'Coolant expansion tank', 'Cooling', 5_870],
  ['TO 109 119', 'Testbrand OE', 'Timing chain, upper', 'Engine', 9_325],
  ['TO 109 507', 'Testbrand OE', 'Timing chain guide', 'Engine', 3_780],
  ['TO 103 484', 'Testbrand OE', 'Valve cover gasket set', 'Gaskets', 6_615],
  ['FC 906 433', 'Fictiva', 'Camshaft position sensor', 'Sensors', 4_930],
  ['FC 906 265', 'Fictiva', 'Oxygen sensor, front', 'Sensors', 11_460],
  ['FC 906 461', 'Fictiva', 'Mass air flow sensor', 'Sensors', 18_720],
  ['DW 407 151', 'Demowerk', 'Upper control arm, left', 'Suspension', 7_985],
  ['DW 407 152', 'Demowerk', 'Upper control arm, right', 'Suspension', 7_985],
  ['EX 411 317', 'Exemplar', 'Stabilizer link', 'Suspension', 2_845],
  ['EX 498 625', 'Exemplar', 'Wheel bearing kit', 'Suspension', 9_610],
  ['TO 260 849', 'Testbrand OE', 'Drive belt, multi-rib', 'Engine', 3_655],
  ['TO 903 016', 'Testbrand OE', 'Alternator, 190 A, remanufactured', 'Electrical', 38_900],
  ['FC 911 023', 'Fictiva', 'Starter motor, remanufactured', 'Electrical', 24_150],
  ['EX 145 299', 'Exemplar', 'Belt tensioner', 'Engine', 8_290],
  ['SF 429 T', 'Samplefilter', 'Transmission filter kit', 'Transmission', 6_940],
  ['DW ATF-1', 'Demowerk', 'Transmission fluid, 1 litre', 'Fluids', 1_890],
  ['TO 199 381', 'Testbrand OE', 'Engine mount', 'Engine', 12_370],
  ['EX 501 203', 'Exemplar', 'Axle boot kit', 'Drivetrain', 3_120],
  ['FC 941 003', 'Fictiva', 'Xenon headlight bulb', 'Electrical', 5_460],
  ['EX 955 425', 'Exemplar', 'Wiper blade set', 'Body', 3_295],
  ['DW 827 550', 'Demowerk', 'Tailgate gas strut', 'Body', 2_735],
]

const REMANUFACTURED_CORE_CENTS = 6_000

export const RETAILER_PARTS: readonly DemoPart[] = RETAILER_LINES.map(
  ([number, brand, name, category, cents], index) => ({
    number,
    brand,
    name,
    category,
    task: '',
    cents,
    rating: [3.8 + ((index * 7) % 12) / 10, 20 + ((index * 137) % 900)],
    ...(name.includes('remanufactured') ? { coreCents: REMANUFACTURED_CORE_CENTS } : {}),
  }),
)

/** The car the parts fit. */
export const DEMO_FIT = { make: 'Audi', model: 'S4', yearFrom: 2004, yearTo: 2008 } as const
