/** Search results of this device: kits, parts, vehicles and tasks. */
import type { FoundPart } from '../../data/kits/index/partIndex.ts'
import type { ListedKit } from '../../data/kits/open/listedKit.ts'
import type { Item } from './item.ts'

import { dayOf, logByVehicle, type LogEntry } from '#shared/kinds/maintenance.ts'
import { links } from '#shared/links.ts'
import { many, t, worded } from '#shared/words/words.ts'
import { CarIcon, LayersIcon, ListIcon, WrenchIcon } from '../../ui/blocks/icons.tsx'

/** Link to matching kits, on this device and on the server. */
export const findKits = (query: string) => `${links.kits()}?q=${encodeURIComponent(query)}`

const KIT = 'kit:'
const keyOfKit = (id: string) => KIT + id
/** Kit id of an option, '' for none. */
export const kitIdIn = (key: string) => (key.startsWith(KIT) ? key.slice(KIT.length) : '')

/** Cache per kit object, so that options render only on change. */
const items = new WeakMap<ListedKit, Item>()

export function kitItem(kit: ListedKit): Item {
  const item = items.get(kit) ?? {
    key: keyOfKit(kit.id),
    title: kit.title,
    detail: [kit.vehicle, worded(kit.task)].filter(Boolean).join(' / ') || undefined,
    icon: <LayersIcon />,
    does: links.kit(kit.buildId || kit.id),
  }
  items.set(kit, item)
  return item
}

const PART = 'part:'
/** Line id of an option, '' for none. */
export const lineIn = (key: string) => (key.startsWith(PART) ? key.slice(PART.length) : '')

/** Links to the line in the builder. */
export function partItem({ kit, id, name, manufacturer, partNumber }: FoundPart): Item {
  const detail = [name && manufacturer, name && partNumber, kit.title]
  return {
    key: PART + id,
    title: name || [manufacturer, partNumber].filter(Boolean).join(' '),
    detail: detail.filter(Boolean).join(', '),
    icon: <ListIcon />,
    recent: keyOfKit(kit.id),
    does: links.editKit(kit.id),
  }
}

interface About {
  vehicles: readonly Item[]
  tasks: readonly Item[]
}

let about: { kits: readonly ListedKit[]; isWhole: boolean; found: About } | null = null

/** Vehicles and tasks of the kits. Cached: for many kits it takes longer than a frame. */
export function aboutKits(kits: readonly ListedKit[], isWhole: boolean): About {
  if (about?.kits !== kits || about.isWhole !== isWhole) {
    const vehicles = grouped(kits, 'vehicle', isWhole, <CarIcon />)
    const tasks = grouped(kits, 'task', isWhole, <WrenchIcon />)
    about = { kits, isWhole, found: { vehicles, tasks } }
  }
  return about.found
}

/** Whether an option is a vehicle or task. */
export const isAbout = (key: string) => /^(?:vehicle|task):/.test(key)

/** Vehicles or tasks of kits, last used first, with counts. */
function grouped(
  kits: readonly ListedKit[],
  by: 'vehicle' | 'task',
  isWhole: boolean,
  icon: Item['icon'],
): Item[] {
  const counts = new Map<string, number>()
  for (const kit of kits)
    if (isListed(kit) && kit[by]) counts.set(kit[by], (counts.get(kit[by]) ?? 0) + 1)
  return [...counts].map(([title, count]) => ({
    key: `${by}:${title}`,
    title: by === 'task' ? worded(title) : title,
    // The count is unknown until all kits are read.
    detail: isWhole ? many(count, '{count} kit', '{count} kits') : undefined,
    icon,
    does: findKits(title),
  }))
}

/** Others' unnamed kits are left out: nobody searches for them. */
export const isListed = (kit: ListedKit) => kit.isNamed || kit.isMine

/** Vehicles of the maintenance log. */
export function loggedItems(entries: readonly LogEntry[]): Item[] {
  return logByVehicle([...entries], dayOf(Date.now())).map(({ key, title }) => ({
    key: `log:${key}`,
    title,
    detail: t('Maintenance log'),
    icon: <WrenchIcon />,
    does: links.maintenance(),
  }))
}
