/** Actions on the current screen's kit. */
import type { ListedKit } from '../../data/kits/open/listedKit.ts'
import type { KitIndex } from '../../data/kits/index/kitIndex.ts'
import type { Item } from './item.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { copyAndTell } from '../../ui/browser/copyText.ts'
import {
  ChecklistIcon,
  CustomizeIcon,
  DownloadIcon,
  LayersIcon,
  LinkIcon,
  PencilIcon,
  ReceiptIcon,
  ShareIcon,
  UploadIcon,
  WrenchIcon,
} from '../../ui/blocks/icons.tsx'
import { CONTROL } from '../../ui/browser/keyNames.ts'

/** Kit of an address, null for none on this device. */
export function kitAt(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { kits, find }: Pick<KitIndex, 'kits' | 'find'>,
): ListedKit | null {
  const params = new URLSearchParams(search)
  const isBuilder = /^\/builder\/*$/i.test(pathname)
  const id = isBuilder
    ? (params.get('build') ?? params.get('kit'))
    : /^\/(?:kit|list|link|garage|pass|basket)\/([^/]+)/i.exec(pathname)?.[1]
  if (!id) return null
  return find(id) ?? kits.find(({ buildId }) => buildId === id) ?? null
}

const act = (
  name: string,
  title: string,
  icon: Item['icon'],
  alias: string,
  does: Item['does'],
): Item => ({ key: `kit ${name}`, title, icon, alias, does })

/** Not for others' kits. */
const OWNERS = new Set(['kit garage', 'kit edit', 'kit log', 'kit import'])

/** Pages with a print sheet. */
const PRINTED = /^\/(?:kit|list|link|pass)\//i

/** @param path current path: links to it are left out */
export function kitActions(kit: ListedKit, path: string): Item[] {
  const { id, buildId, isMine } = kit
  const pass = links.pass(buildId)
  const isPrinted = PRINTED.test(path)
  const toPrint = isPrinted ? () => print() : pass
  const all = [
    act('garage', t('Garage mode'), <ChecklistIcon />, 'fit mark', links.garage(id)),
    act('edit', t('Edit Kit'), <PencilIcon />, 'builder change', links.editKit(id)),
    act('page', t('Kit page'), <LayersIcon />, 'show comments history', links.kit(buildId || id)),
    act('link', t('Copy link'), <LinkIcon />, 'share send', () => copyLink(kit)),
    act('pass', t('Pass on this kit'), <ShareIcon />, 'share qr code file without signal', pass),
    act('export', t('Export this kit'), <DownloadIcon />, 'csv markdown json save file', pass),
    {
      ...act('print', t('Print this kit'), <ReceiptIcon />, 'pdf paper', toPrint),
      ...(isPrinted && { keys: `${CONTROL} P` }),
    },
    act('basket', t('Cheapest basket'), <ReceiptIcon />, 'buy shops prices', links.basket(buildId)),
    act('log', t('Log this job'), <WrenchIcon />, 'maintenance done', links.logJob(id)),
    act(
      'import',
      t('Import a list of parts into this kit'),
      <UploadIcon />,
      'csv paste table',
      links.importInto(buildId),
    ),
    act('copy', t('Customize This Kit'), <CustomizeIcon />, 'copy duplicate', links.copy(buildId)),
  ]
  return all.filter(
    ({ key, does }) =>
      (isMine || !OWNERS.has(key)) && !(typeof does === 'string' && does.split('?')[0] === path),
  )
}

async function copyLink({ id, buildId, isLive }: ListedKit): Promise<void> {
  // Until synced, another kit may get the build id: the link is bound to this kit.
  const path = isLive
    ? links.list(buildId)
    : await (await import('../../data/kits/open/linkMark.ts')).boundListPath(id, buildId)
  await copyAndTell(
    location.origin + path,
    {
      title: t('Link copied!'),
      text: isLive
        ? t('Build link copied to clipboard')
        : t('Build link copied to clipboard. It opens for others once this list has synced.'),
    },
    t('The page of the kit shows its link.'),
  )
}
