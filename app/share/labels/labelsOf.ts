/** What a label says: of a kit, and of each of its parts. */
import type { Kit, Line } from '#shared/kinds/kit.ts'

import { isBlankLine, isNamed, kitTitle } from '#shared/kinds/kit.ts'
import { linkHost, links } from '#shared/links.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'

export interface Label {
  id: string
  name: string
  /** Vehicle, and of a part its kit. */
  about: string[]
  /** The part's, or the kit's id. */
  number: string
  /** What its code opens. */
  address: string
}

/** Of a kit: its code opens its list, or where no server has it the kit on this device. */
export function labelOfKit(kit: Kit, origin: string, isOpen: boolean): Label {
  return {
    id: kit.id,
    name: kitTitle(kit, t('Parts list')),
    about: [carOf(kit), isNamed(kit.name) ? worded(kit.task) : ''].filter(Boolean),
    number: kit.buildId,
    address: origin + (isOpen ? links.list(kit.buildId) : links.kit(kit.buildId)),
  }
}

/** One a part; its code opens the page of its number, of a part without one its kit. */
export function labelsOfParts(kit: Kit, origin: string, isOpen: boolean): Label[] {
  const own = labelOfKit(kit, origin, isOpen)
  return kit.lines
    .filter((line) => !isBlankLine(line))
    .map((line) => ({
      id: line.id,
      name: nameOf(line),
      about: [carOf(kit), own.name].filter(Boolean),
      number: [line.manufacturer, line.partNumber].filter(Boolean).join(' '),
      address: line.partNumber
        ? origin + links.product(line.partNumber, line.manufacturer)
        : own.address,
    }))
}

/** A kit without a name is called by it already. */
const carOf = ({ name, vehicle }: Kit) => (vehicle && isNamed(name) ? vehicleTitle(vehicle) : '')

const nameOf = ({ name, partNumber, link }: Line) =>
  name || partNumber || linkHost(link) || t('Part')
