/**
 * Line drawings of part families, on a grid of 32 with a stroke of 2 and round ends. Loaded once
 * the screen is up (partPicture.ts); until then their room shows the words.
 */
import type { PartFamily } from '#shared/catalogue/partFamily.ts'

const circle = (x: number, y: number, r: number) => ellipse(x, y, r, r)
const ellipse = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0-${2 * rx} 0z`
const dot = (x: number, y: number) => `M${x} ${y}h.01`
/** Rounded rectangle. */
const box = (x: number, y: number, width: number, height: number, r: number) => {
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  const [across, down] = [width - 2 * r, height - 2 * r]
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h-${across}${corner(-r, -r)}v-${down}${corner(r, -r)}z`
}
/** Radial lines, `count` of them, from one radius to another, rotated by `turn` degrees. */
const around = (count: number, from: number, to: number, turn = 0, lean = 0) =>
  Array.from({ length: count }, (_, at) => {
    const angle = (turn + (360 / count) * at) * (Math.PI / 180)
    const place = (r: number, a: number) =>
      [16 + r * Math.sin(a), 16 - r * Math.cos(a)]
        .map((value) => Math.round(value * 10) / 10)
        .join(' ')
    return `M${place(from, angle)}L${place(to, angle + (lean * Math.PI) / 180)}`
  }).join('')

const BOTTLE =
  'M6 27V15q0-2.5 2-3.5l3-1.5V7h8v3h3q4 0 4 4v13q0 2-2 2H8q-2 0-2-2z' + box(10, 3, 10, 4, 1)

export const PART_DRAWINGS: Readonly<Record<PartFamily, string>> = {
  part: 'M16 3l12 6.5v13L16 29 4 22.5v-13zM4 9.5L16 16l12-6.5M16 16v13M10 6.25l12 6.5',
  brakeDisc: circle(16, 16, 13) + circle(16, 16, 5) + around(6, 8.5, 10, 0, 14) + dot(16, 16),
  brakePads:
    'M2.5 12.5Q16 2.5 29.5 12.5L26.5 25q-10.5-4.5-21 0zM8 14.5q8-5 16 0l-1.2 5q-6.8-2-13.6 0zM16 12v6.2',
  caliper:
    'M13.7 11L14.3 4A15 15 0 0 1 28 17.7L21 18.3A8 8 0 0 0 13.7 11zM22.9 18.2A10 10 0 1 1 13.9 9' +
    circle(13, 19, 2.5) +
    dot(18.5, 9.3) +
    dot(22.7, 13.5),
  oilFilter:
    ellipse(16, 7.5, 9, 4) +
    dot(16, 7.5) +
    'M7 7.5v17c0 2.2 4 4.5 9 4.5s9-2.3 9-4.5v-17M7 13.5c0 2.2 4 4 9 4s9-1.8 9-4M11.5 22v3M16 22.5v3M20.5 22v3',
  airFilter: box(3, 7, 26, 18, 3) + 'M8 20l2.7-8 2.6 8 2.7-8 2.7 8 2.6-8 2.7 8',
  cabinFilter:
    box(3, 14, 26, 14, 2) +
    'M8 18.5v5M12 18.5v5M16 18.5v5M20 18.5v5M24 18.5v5M5 9.5q2.75-4 5.5 0t5.5 0 5.5 0 5.5 0M9 4h.01M16 4h.01M23 4h.01',
  fuelFilter:
    box(8, 8, 16, 16, 4) +
    'M2 16h6M24 16h6M16 11.5c2.3 2.9 3.2 4.2 3.2 5.8a3.2 3.2 0 0 1-6.4 0c0-1.6.9-2.9 3.2-5.8z',
  sparkPlug:
    'M14 2.5h4v3h-4zM13.5 5.5h5l1 6.5h-7z' +
    box(9.5, 12, 13, 5, 1) +
    'M12 17v6.5h8V17M12 20.2h8M16 23.5v2M20 23.5v5.5h-5',
  coil:
    box(10, 3, 12, 9, 2) +
    circle(6, 9.5, 2) +
    'M8 8.5h2M22 5h6v5h-6M12.5 12v4h7v-4M13.5 16v10.5a2.5 2.5 0 0 0 5 0V16M13.5 20h5M13.5 23.5h5',
  timingBelt:
    box(2.5, 8, 27, 16, 8) +
    circle(10.5, 16, 2) +
    circle(21.5, 16, 2) +
    'M10 8.5v2M14 8.5v2M18 8.5v2M22 8.5v2M10 21.5v2M14 21.5v2M18 21.5v2M22 21.5v2M3 16h2M27 16h2',
  belt:
    'M8.5 4L24 4a5 5 0 0 1 4.6 7L22.5 25.6a6 6 0 0 1-11 .4L3.2 12.3A5.6 5.6 0 0 1 8.5 4z' +
    circle(9.5, 10, 2) +
    circle(23.5, 9.5, 1.5) +
    circle(17, 23, 2),
  chain:
    box(2.5, 11, 15.5, 10, 5) +
    box(14, 11, 15.5, 10, 5) +
    dot(7.5, 16) +
    dot(16, 16) +
    dot(24.5, 16),
  pulley:
    circle(12, 12, 9) +
    circle(12, 12, 2.5) +
    circle(24.5, 24.5, 1) +
    'M20.4 15.2L28 22a4.4 4.4 0 0 1-6 6.2L15.2 20.4',
  pump:
    box(3, 3, 26, 26, 7) +
    circle(16, 16, 9) +
    circle(16, 16, 1.5) +
    around(5, 3.5, 6.2, 0, 40) +
    dot(6.8, 6.8) +
    dot(25.2, 6.8) +
    dot(6.8, 25.2) +
    dot(25.2, 25.2),
  thermostat:
    box(3, 12, 26, 4.5, 2) +
    'M8 12C8 7 11.5 3.5 16 3.5S24 7 24 12M13 12V8h6v4M10 16.5l12 3.5-12 3.5 12 3.5M11 28.5h10',
  radiator: box(3, 8, 26, 18, 2) + 'M12 8V4.5h8V8M8 8v18M12 12.5v9M16 12.5v9M20 12.5v9M24 8v18',
  hose: 'M3 5h10c8 0 13 5 13 13v11M3 13h9c4 0 6 2 6 6v10M3 4v10M17 29h10M8 5v8M18 23.5h8',
  clamp:
    circle(16, 20, 9) +
    circle(16, 20, 5.5) +
    'M8.5 4h13v6.5h-13zM21.5 7.2H26M27 4.5v5.5M12.8 4v6.5M17.2 4v6.5',
  gasket:
    box(3, 7, 26, 18, 4) +
    circle(10.5, 16, 3.5) +
    circle(21.5, 16, 3.5) +
    [7, 16, 25].map((x) => dot(x, 11) + dot(x, 21)).join(''),
  seal:
    ellipse(16, 13, 13, 8) +
    ellipse(16, 13, 6.5, 3.5) +
    'M3 13v4.5c0 4.5 5.8 8 13 8s13-3.5 13-8V13',
  bolt:
    'M4 4h11v6H4zM7.5 4v6M11.5 4v6M6.5 10v16.5a3 3 0 0 0 6 0V10M6.5 15l6 1.5M6.5 19l6 1.5M6.5 23l6 1.5M20 14h6l3 5-3 5h-6l-3-5z' +
    circle(23, 19, 1.5),
  drainPlug:
    box(10, 3, 12, 6, 1.5) +
    box(6.5, 9, 19, 3.5, 1.5) +
    'M14 3v6M18 3v6M11.5 12.5V20h9v-7.5M11.5 16.2h9M16 23c1.5 1.9 2.2 2.7 2.2 3.9a2.2 2.2 0 0 1-4.4 0c0-1.2.7-2 2.2-3.9z',
  engineOil: BOTTLE + 'M16 14.5c2.5 3.2 3.6 4.7 3.6 6.5a3.6 3.6 0 0 1-7.2 0c0-1.8 1.1-3.3 3.6-6.5z',
  coolant: BOTTLE + 'M16 14.5v10M11.7 17l8.6 5M20.3 17l-8.6 5',
  brakeFluid: BOTTLE + circle(16, 19.5, 2.5) + 'M11.5 15.5a6 6 0 0 0 0 8M20.5 15.5a6 6 0 0 1 0 8',
  transmissionFluid: BOTTLE + 'M12 15.5v8M16 15.5v8M20 15.5v8M12 19.5h8',
  fluid: BOTTLE + 'M10.5 17.5q2.75-2.5 5.5 0t5.5 0M10.5 22.5q2.75-2.5 5.5 0t5.5 0',
  spray:
    box(9, 12, 14, 17, 2) +
    'M10.5 12q0-3.5 3.5-4.5h4q3.5 1 3.5 4.5M14 7.5V4h4v3.5M9 18h14M10 4h.01M6 2.5h.01M6 6h.01',
  grease: 'M7 3h18l-3.5 17h-11zM7.8 7h16.4M13 20v3.5h6V20' + box(11.5, 23.5, 9, 5.5, 1.5),
  bearing:
    circle(16, 16, 13) +
    circle(16, 16, 5.5) +
    Array.from({ length: 8 }, (_, at) =>
      circle(
        Math.round(160 + 92.5 * Math.sin((at * Math.PI) / 4)) / 10,
        Math.round(160 - 92.5 * Math.cos((at * Math.PI) / 4)) / 10,
        0.9,
      ),
    ).join(''),
  axle:
    'M2 14.5h4M2 17.5h4' +
    box(6, 8, 6, 16, 2) +
    'M12 9.5L24 14v4l-12 4.5M16 11v10M20 12.5v7M24 16h6',
  controlArm:
    circle(7, 6.5, 3.5) +
    circle(7, 25.5, 3.5) +
    circle(26, 16, 3) +
    'M10.3 7.8L23 14.5M10.3 24.2L23 17.5M8.2 9.8L15 16l-6.8 6.2',
  ballJoint:
    'M14 3h4v7h-4zM14 6.5h4M12 10h8l2.5 6h-13zM6 16h20v3.5a10 8.5 0 0 1-20 0zM2.5 18H6M26 18h3.5',
  tieRod:
    'M2.5 20.5h6M2.5 24.5h6' +
    box(8.5, 18.5, 5, 8, 1) +
    'M13.5 20.5h3.3M13.5 24.5h3.3' +
    circle(22, 22.5, 5.5) +
    'M19 17.5l1-4h4l1 4M20.5 13.5V5h3v8.5M20.5 9h3',
  shock:
    circle(16, 4.5, 2) +
    'M7 8.5h18M16 6.5v2M24 9c0 3.5-16 1.5-16 5s16 1.5 16 5M7 19.5h18M12 19.5v5h8v-5' +
    circle(16, 27.5, 1.5),
  spring:
    'M8 3h16M24 3.5c0 4-17 1.5-17 5.5s18 1.5 18 5-18 1.5-18 5 18 1.5 18 5-17 1-17 4.5M8 29h16',
  swayLink:
    circle(10.5, 7, 4) +
    circle(21.5, 25, 4) +
    'M14.5 7H29M25 4v6M17.5 25H3M7 22v6M12.8 10.5l6.4 11',
  bushing: circle(16, 16, 13) + circle(16, 16, 4) + 'M8.5 13a8 8 0 0 1 15 0M8.5 19a8 8 0 0 0 15 0',
  mount:
    'M16 9V3M13 5.5h6' +
    box(8, 9, 16, 4, 1) +
    'M10 13l-3 10M22 13l3 10M8.7 17.5h14.6' +
    box(3, 23, 26, 5, 1.5) +
    dot(7, 25.5) +
    dot(25, 25.5),
  clutch:
    circle(16, 16, 13) +
    circle(16, 16, 8.5) +
    circle(16, 16, 2.5) +
    around(8, 8.5, 13, 22.5) +
    around(4, 5, 5.5),
  flywheel:
    circle(16, 16, 10.5) + circle(16, 16, 4) + around(18, 10.5, 13.5) + around(6, 7.2, 7.21),
  battery: box(3, 9, 26, 18, 2) + 'M7 9V5.5h5V9M20 9V5.5h5V9M7.5 17h5M19.5 17h5M22 14.5v5',
  alternator:
    box(10, 7, 19, 18, 5) +
    'M10 16H8M15 12v8M19.5 12v8M24 12v8M16 7V4h7v3' +
    box(3, 10, 5, 12, 1.5) +
    'M3 14h5M3 18h5',
  starter:
    box(3, 15, 18, 12, 3) +
    box(6, 6, 13, 9, 2) +
    'M9 6V3.5M21 18h3M21 24h3' +
    box(24, 17, 5, 8, 1) +
    'M24 21h5M19 9h3',
  bulb: 'M12 22c0-4-4-6-4-11a8 8 0 0 1 16 0c0 5-4 7-4 11zM12.5 25.5h7M14 29h4M14 22v-7l2 1.5 2-1.5v7',
  headlight: 'M16 6v20c9 0 13-4.5 13-10S25 6 16 6zM11 8l-8 2M11 13.3l-8 2M11 18.7l-8 2M11 24l-8 2',
  sensor:
    'M13 10V6a3 3 0 0 1 6 0v4M16 6v1' +
    box(9, 10, 14, 6, 1.5) +
    'M13.5 10v6M18.5 10v6M11.5 16v6h9v-6M16 22v2.5c0 3 3 3 5 3s5 .5 5-2.5',
  fuse: box(6, 4, 20, 13, 3) + 'M9 17v11h4.5V17M18.5 17v11H23V17M11 10.5c2.5-5 7.5 5 10 0',
  wiper: 'M6 5.5Q16 2.5 26 5.5L30 24Q16 20.5 2 24zM8 28L16 9.5M17.5 28L25 10',
  tire: box(8, 3, 16, 26, 5) + 'M8 9l8 3.5L24 9M8 15l8 3.5 8-3.5M8 21l8 3.5 8-3.5',
  wheel:
    circle(16, 16, 13) + circle(16, 16, 3) + around(5, 3, 13, -14, 2) + around(5, 3, 13, 14, -2),
  mirror:
    'M13 4h12a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4H14c-4.5 0-6.5-3-6.5-8.5S9.5 4 13 4zM9.5 18.5L3 21v7h9l3-7M22 8l-4 5M25 11l-2 2.5',
  turbo:
    'M13 29A11 11 0 0 1 13 7h16v8h-5.5A11 11 0 0 1 13 29zM26 7v8' +
    circle(13, 18, 5) +
    'M13 13v2.5M13 20.5V23M8 18h2.5M15.5 18H18',
  exhaust:
    box(6, 9, 17, 14, 6) +
    'M2.5 14H6M2.5 18H6M23 14h3M23 18h3M12 9v14M17 9v14M29.5 12v.01M29.5 16v.01M29.5 20v.01',
  catalytic:
    'M2.5 13.5H6L10 8h12l4 5.5h3.5M2.5 18.5H6l4 5.5h12l4-5.5h3.5M10 8v16M22 8v16M14 12v.01M18 12v.01M14 16v.01M18 16v.01M14 20v.01M18 20v.01',
  injector:
    box(12.5, 2.5, 7, 4.5, 1) +
    'M11 7h10v11H11zM21 9l6-2.5v7L21 11.5M13.5 18v5h5v-5M16 26.5v3M11.5 25.5L9.5 28.5M20.5 25.5l2 3M11 12.5h10',
  tool: 'M28 10l-4.5 4.5-6-6L22 4a8 8 0 0 0-10 10.5L4 22.5a3.5 3.5 0 0 0 0 5 3.5 3.5 0 0 0 5 0l8.5-8A8 8 0 0 0 28 10z',
}
