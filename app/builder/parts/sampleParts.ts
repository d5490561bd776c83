/**
 * The built-in catalogue of sample parts. Its brands, numbers and prices are invented and no part
 * leads to a shop: it shows what a kit looks like, it is no advice on what to buy.
 */

/** Prices in dollars, as the specification writes them. */
export interface SamplePart {
  id: string
  name: string
  partNumber: string
  unitPrice: number
  quantity: number
  totalPrice: number
  vendor: string
  /** Empty: invented parts lead nowhere. */
  buyLink: string
}

type Row = readonly [name: string, vendor: string, partNumber: string, cents: number, qty: number]

const CATALOGUE: Readonly<Record<string, readonly Row[]>> = {
  'Oil Change': [
    ['Engine oil 5W-40, 5 L', 'Demo Lubricants', 'DL-0540-5', 4599, 2],
    ['Oil filter', 'Demo Filters', 'DF-719', 1149, 1],
    ['Drain plug with seal', 'Demo Fasteners', 'DX-1415', 625, 1],
    ['Sealing ring, 14 x 20 mm', 'Demo Gaskets', 'DG-1420', 110, 1],
  ],
  'Valley Pan Gasket Service': [
    ['Valley pan gasket', 'Demo Gaskets', 'DG-4210', 3895, 1],
    ['Intake manifold gasket', 'Demo Gaskets', 'DG-4221', 1860, 2],
    ['Coolant pipe O-ring', 'Demo Gaskets', 'DG-0062', 345, 4],
  ],
  'Engine Air Filter Replacement': [['Engine air filter', 'Demo Filters', 'DF-3026', 2189, 1]],
  'Cabin Air Filter Replacement': [
    ['Cabin air filter, activated carbon', 'Demo Filters', 'DF-2450', 2475, 1],
  ],
  'Spark Plug Replacement': [['Spark plug, iridium', 'Demo Ignition', 'DI-7422', 1385, 8]],
  'Coilpack Replacement': [['Ignition coil', 'Demo Ignition', 'DI-9051', 3995, 8]],
  'PCV Replacement': [['PCV valve assembly', 'Demo Engine Parts', 'DE-1103', 8650, 1]],
  'Tire Replacement': [['All-season tire, 235/40 R18', 'Demo Rubber', 'DR-2354018', 16450, 4]],
}

/** The tasks that have sample parts. */
export const SAMPLE_TASKS = Object.keys(CATALOGUE)

/** The sample parts of a task; none for a task without any. */
export function sampleParts(task: string): SamplePart[] {
  const rows = Object.hasOwn(CATALOGUE, task) ? CATALOGUE[task] : undefined
  return (rows ?? []).map(([name, vendor, partNumber, cents, quantity], index) => ({
    id: `${task.toLowerCase().replaceAll(' ', '-')}-${index + 1}`,
    name,
    partNumber,
    unitPrice: cents / 100,
    quantity,
    totalPrice: (cents * quantity) / 100,
    vendor,
    buyLink: '',
  }))
}
