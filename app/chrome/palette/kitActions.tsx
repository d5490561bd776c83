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

interface KitAction extends Item {
  /** Owner only. */
  isOwners?: boolean
}

/** Pages with a print sheet. */
const PRINTED = /^\/(?:kit|list|link|pass)\//i

/** @param path current path: links to it are left out */
export function kitActions(kit: ListedKit, path: string): Item[] {
  const { id, buildId, isMine } = kit
  const pass = links.pass(buildId)
  const isPrinted = PRINTED.test(path)
  const all: KitAction[] = [
    {
      key: 'kit garage',
      title: t('Garage mode'),
      icon: <ChecklistIcon />,
      alias: 'fit mark',
      does: links.garage(id),
      isOwners: true,
    },
    {
      key: 'kit edit',
      title: t('Edit Kit'),
      icon: <PencilIcon />,
      alias: 'builder change',
      does: links.editKit(id),
      isOwners: true,
    },
    {
      key: 'kit page',
      title: t('Kit page'),
      icon: <LayersIcon />,
      alias: 'show comments history',
      does: links.kit(buildId || id),
    },
    {
      key: 'kit link',
      title: t('Copy link'),
      icon: <LinkIcon />,
      alias: 'share send',
      does: () => copyLink(kit),
    },
    {
      key: 'kit pass',
      title: t('Pass on this kit'),
      icon: <ShareIcon />,
      alias: 'share qr code file without signal',
      does: pass,
    },
    {
      key: 'kit export',
      title: t('Export this kit'),
      icon: <DownloadIcon />,
      alias: 'csv markdown json save file',
      does: pass,
    },
    {
      key: 'kit print',
      title: t('Print this kit'),
      icon: <ReceiptIcon />,
      alias: 'pdf paper',
      ...(isPrinted ? { keys: `${CONTROL} P`, does: () => print() } : { does: pass }),
    },
    {
      key: 'kit basket',
      title: t('Cheapest basket'),
      icon: <ReceiptIcon />,
      alias: 'buy shops prices',
      does: links.basket(buildId),
    },
    {
      key: 'kit log',
      title: t('Log this job'),
      icon: <WrenchIcon />,
      alias: 'maintenance done',
      does: links.logJob(id),
      isOwners: true,
    },
    {
      key: 'kit import',
      title: t('Import a list of parts into this kit'),
      icon: <UploadIcon />,
      alias: 'csv paste table',
      does: links.importInto(buildId),
      isOwners: true,
    },
    {
      key: 'kit copy',
      title: t('Customize This Kit'),
      icon: <CustomizeIcon />,
      alias: 'copy duplicate',
      does: links.copy(buildId),
    },
  ]
  return all.filter(
    ({ isOwners, does }) =>
      (isMine || !isOwners) && !(typeof does === 'string' && does.split('?')[0] === path),
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
