import { useMemo } from 'react'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../kits/open/builds.ts'
import type { KitTable } from './kitTable.ts'
import type { Qr } from './qr.ts'

import { kitCodeLink, MAX_QR_LENGTH, writeKitCode } from '#shared/text/kitCode.ts'
import { links } from '#shared/links.ts'
import { useKitState } from '../kits/state/useKitState.ts'
import { readPriceOrigins } from '../prices/priceOrigins.ts'
import { useRead } from '../ui/browser/useRead.ts'
import { useNow } from '../ui/browser/useNow.ts'
import { kitTable } from './kitTable.ts'
import { useQr } from './useQr.ts'

/** A kit as it leaves the app. What is null is still being made. */
export interface KitSheet {
  /** The whole kit, packed; and the link with that in it. */
  code: string | null
  link: string | null
  table: KitTable | null
  /** Opens the kit; null also where it is too large for a code and has no link yet. */
  qr: Qr | null
  /** The whole kit is in the code: it needs no signal. */
  isWhole: boolean
}

/** @param kit what of the build is given away: as it is, or as it was saved */
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
    () => origins && kitTable(kit, origins, { url: listUrl, now }),
    [kit, origins, listUrl, now],
  )
  return { code, link, table, qr, isWhole }
}
