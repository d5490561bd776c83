import { useMemo } from 'react'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../data/kits/open/builds.ts'
import type { Qr } from './qr.ts'

import { kitCodeLink, MAX_QR_LENGTH, writeKitCode } from '#shared/kinds/kitCode.ts'
import { links } from '#shared/links.ts'
import { sumOf } from '../data/kits/open/sumOf.ts'
import { useKitState } from '../data/kits/state/useKitState.ts'
import { readPriceOrigins } from '../data/prices/priceOrigins.ts'
import { useRead } from '../ui/browser/useRead.ts'
import { useNow } from '../ui/browser/useNow.ts'
import { type KitTable, kitTable } from './kitTable.ts'
import { useQr } from './QrCode.tsx'

/** A kit as shared. Null fields are still loading. */
export interface KitSheet {
  /** The packed kit, and the link that contains it. */
  code: string | null
  link: string | null
  table: KitTable | null
  /** Code that opens the kit; null also for a kit too large for it and without a link. */
  qr: Qr | null
  /** The code holds the whole kit: it works offline. */
  isWhole: boolean
}

/** @param kit the build's current or saved state */
export function useKitSheet(build: Build, kit: Kit): KitSheet {
  const code = useRead(writeKitCode, kit)
  const link = code === null ? null : kitCodeLink(location.origin, code)
  const { isOpen } = useKitState(build)
  const listUrl = isOpen ? location.origin + links.list(build.kit.buildId) : ''
  const isWhole = link !== null && link.length <= MAX_QR_LENGTH
  const qr = useQr(isWhole ? link : listUrl || null)
  const now = useNow()
  const origins = useRead(readPriceOrigins, build)
  const table = useMemo(
    () => origins && { ...kitTable(kit, origins, { url: listUrl, now }), sum: sumOf(build, kit) },
    [build, kit, origins, listUrl, now],
  )
  return { code, link, table, qr, isWhole }
}
