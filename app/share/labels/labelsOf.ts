/** Content of labels: one for a kit, or one per part. */
import { isBlankLine, isNamed, type Kit, kitTitle, type Line } from '#shared/kinds/kit.ts'
import { linkHost, links } from '#shared/links.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'

export interface Label {
  id: string
  name: string
  /** Vehicle, and for a part its kit. */
  about: string[]
  /** Part number, or the kit's id. */
  number: string
  /** Target of its code. */
  address: string
}

/** Label of a kit: its code opens its list, or for an unsynced kit the kit on this device. */
export function labelOfKit(kit: Kit, origin: string, isOpen: boolean): Label {
  return {
    id: kit.id,
    name: kitTitle(kit, t('Parts list')),
    about: [carOf(kit), isNamed(kit.name) ? worded(kit.task) : ''].filter(Boolean),
    number: kit.buildId,
    address: origin + (isOpen ? links.list(kit.buildId) : links.kit(kit.buildId)),
  }
}

/** One label per part; its code opens the page of its number, or without one the kit. */
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

/** An unnamed kit's title is its vehicle already. */
const carOf = ({ name, vehicle }: Kit) => (vehicle && isNamed(name) ? vehicleTitle(vehicle) : '')

const nameOf = ({ name, partNumber, link }: Line) =>
  name || partNumber || linkHost(link) || t('Part')
