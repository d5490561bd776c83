// The 12-line kit for measuring how a kit is passed on: an ordinary oil service with shop links.
import type { Kit } from '#shared/kinds/kit.ts'

const LINES: readonly [string, string, string, number | null, number, string][] = [
  [
    'Engine oil 5W-40, 5 L',
    'Corvane',
    'CV-54005',
    4599,
    2,
    'https://autopartsway.example/oil/cv-54005',
  ],
  ['Oil filter', 'Mahler', 'OX 188D', 1149, 1, 'https://autopartsway.example/filters/ox188d'],
  [
    'Drain plug with seal',
    'Ostro',
    '05089-M14',
    625,
    1,
    'https://autopartsway.example/plugs/05089',
  ],
  ['Air filter', 'Mahler', 'LX 2616', 2190, 1, 'https://autopartsway.example/filters/lx2616'],
  ['Cabin filter, carbon', 'Mahler', 'LAK 182', 1875, 1, 'https://bavarianbits.example/p/lak182'],
  ['Spark plug', 'Voltari', 'PFR6Q-8', 1290, 8, 'https://bavarianbits.example/p/pfr6q8'],
  ['Valve cover gasket set', 'Elwing', '725.310', 6840, 1, 'https://bavarianbits.example/p/725310'],
  ['Coolant G12, 1.5 L', 'Corvane', 'CV-G12-15', 1399, 2, 'https://autopartsway.example/cv-g12'],
  ['Brake cleaner 500 ml', 'Ostro', '05510', 579, 3, 'https://autopartsway.example/care/05510'],
  ['Thread locker, medium', 'Loxite', '243-10', 649, 1, 'https://toolcorner.example/loxite-243'],
  ['Nitrile gloves, L', 'Handy', 'NG-L100', 1200, 1, 'https://toolcorner.example/ng-l100'],
  ['Shop towels', '', '', 800, 1, ''],
]

export const REFERENCE_KIT: Kit = {
  id: 'PsG2m8UyTq6vXw0ZbRk4Hg',
  buildId: 'K7pQ2x',
  name: 'S4 B6 oil service',
  task: 'Oil Change',
  notes: '**Drain plug 30 Nm**, new seal every time. Oil filter housing 25 Nm.',
  vehicle: { year: 2004, make: 'Audi', model: 'S4' },
  lines: LINES.map(([name, manufacturer, partNumber, price, qty, link], at) => ({
    id: `PsG2m8UyTq6vXw0ZbRk4L${at.toString(36)}`,
    ord: `a${at.toString(36)}`,
    name,
    manufacturer,
    partNumber,
    price,
    qty,
    link,
  })),
  steps: [
    ['torque', 'Drain plug', '30', 'Nm'],
    ['fluid', 'Engine oil', '8.3', 'L'],
  ].map(([what, text = '', value = '', unit = ''], at) => ({
    id: `PsG2m8UyTq6vXw0ZbRk4S${at}`,
    ord: `a${at}`,
    what: what as 'torque' | 'fluid',
    text,
    value,
    unit,
  })),
  updatedAt: Date.UTC(2026, 10, 22),
}
