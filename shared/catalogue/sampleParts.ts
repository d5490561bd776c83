/**
 * Built-in sample parts: one set for the builder's button, the landing page and the demo catalogue,
 * so that a newcomer's first kit has offers, a history and a basket. Parts and brands are invented
 * and lead to no shop: they are no advice on what to buy.
 */

/** The specification defines the field names; amounts are dollars. */
export interface SamplePart {
  id: string
  /** From kinds/builtInTasks.ts. */
  task: string
  name: string
  /** Brand. */
  vendor: string
  /** As printed on the part. */
  partNumber: string
  unitPrice: number
  unitCents: number
  /** Pieces for the job. */
  quantity: number
  totalPrice: number
  /** Empty: invented parts lead nowhere. */
  buyLink: string
}

type Row = readonly [name: string, vendor: string, number: string, cents: number, qty: number]

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'Oil Change': [
    ['Engine oil 5W-40, 1 litre', 'Demowerk', 'DW 5W40-1L', 975, 9],
    ['Oil filter, spin-on', 'Samplefilter', 'SF 719/45', 1_149, 1],
    ['Oil drain plug with seal', 'Demowerk', 'DW N 901 1', 389, 1],
  ],
  'Valley Pan Gasket Service': [
    ['Valley pan gasket', 'Testbrand OE', 'TO 157 V8', 5_840, 1],
    ['Oil cooler seal', 'Testbrand OE', 'TO 070 117', 1_270, 2],
  ],
  'Engine Air Filter Replacement': [['Engine air filter', 'Samplefilter', 'DX 1006/1D', 1_863, 1]],
  // Two brands share the number 2332, as happens: its page offers a choice.
  'Cabin Air Filter Replacement': [
    ['Cabin air filter, charcoal', 'Samplefilter', '2332', 2_115, 1],
  ],
  'Spark Plug Replacement': [['Spark plug, iridium', 'Fictiva', '2332', 1_129, 8]],
  'Coilpack Replacement': [['Ignition coilpack', 'Fictiva', 'FC 905-115', 3_490, 8]],
  'PCV Replacement': [
    ['PCV valve assembly', 'Testbrand OE', 'TO 464 C', 14_275, 1],
    ['Breather hose', 'Exemplar', 'EX 213-B', 2_690, 1],
  ],
  'Tire Replacement': [
    ['All-season tire 235/45 R17', 'Fictiva', 'FT 2354517', 15_699, 4],
    ['Rubber valve stem', 'Exemplar', 'EX TR-413', 215, 4],
  ],
}

export const SAMPLE_PARTS: readonly SamplePart[] = Object.entries(ROWS).flatMap(([task, rows]) =>
  rows.map(([name, vendor, partNumber, unitCents, quantity], index) => ({
    id: `${task.toLowerCase().replaceAll(' ', '-')}-${index + 1}`,
    task,
    name,
    vendor,
    partNumber,
    unitPrice: unitCents / 100,
    unitCents,
    quantity,
    totalPrice: (unitCents * quantity) / 100,
    buyLink: '',
  })),
)

export function sampleParts(task: string): SamplePart[] {
  return SAMPLE_PARTS.filter((part) => part.task === task)
}
