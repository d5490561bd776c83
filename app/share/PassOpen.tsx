import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../kits/open/builds.ts'
import type { PriceOrigin } from '../prices/priceOrigins.ts'
import type { KitTable } from './kitTable.ts'

import { isBlankLine, kitTitle } from '#shared/kinds/kit.ts'
import { kitCodeLink, MAX_QR_LENGTH, writeKitCode } from '#shared/text/kitCode.ts'
import { links } from '#shared/links.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { readPriceOrigins } from '../prices/priceOrigins.ts'
import { Button } from '../ui/Button.tsx'
import { ArrowLeftIcon, ReceiptIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useNow } from '../ui/useNow.ts'
import { useTitle } from '../ui/useTitle.ts'
import { ExportSection } from './ExportSection.tsx'
import { kitTable } from './kitTable.ts'
import styles from './pass.module.css'
import { PassWays } from './PassWays.tsx'
import { PrintSheet } from './PrintSheet.tsx'
import { useQr } from './useQr.ts'

/** What of a kit can be given away, and how. Its owner gives it as it is now, others as it was saved. */
export function PassOpen({ build }: { build: Build }) {
  const kit = build.isMine ? build.kit : build.shared
  const title = kitTitle(kit, 'Untitled draft')
  const [code, setCode] = useState<string | null>(null)
  const link = code === null ? null : kitCodeLink(location.origin, code)
  const listUrl = build.isLive ? location.origin + links.list(build.kit.buildId) : ''
  const isWhole = link !== null && link.length <= MAX_QR_LENGTH
  const qr = useQr(isWhole ? link : listUrl || null)
  const table = useTable(build, kit, listUrl)
  useTitle(`Pass on ${title}`)
  useEffect(() => {
    let isCurrent = true
    void writeKitCode(kit).then((written) => isCurrent && setCode(written))
    return () => {
      isCurrent = false
    }
  }, [kit])

  const lines = kit.lines.filter((line) => !isBlankLine(line))
  return (
    <div className={`page ${styles.screen}`}>
      <div>
        <Link className={styles.back} to={links.kit(kit.buildId || kit.id)}>
          <ArrowLeftIcon />
          {title}
        </Link>
        <h1>Pass on this kit</h1>
        <p className="muted">
          The whole kit travels inside the code, the link or the file, so it needs no signal on
          either side: {partsAndPieces(lines)}, notes and job sheet as they are now. Not in it: the
          VIN, what you have or ordered, and comments.
        </p>
      </div>
      {code === null ? (
        <Skeleton label="Packing the kit..." rows={4} />
      ) : (
        <PassWays code={code} link={kitCodeLink(location.origin, code)} qr={qr} title={title} />
      )}
      <section className={`card ${styles.card}`} aria-labelledby="print">
        <h2 id="print">Print</h2>
        <p className="muted">
          One page to pin to the wall: parts to tick off, shops and prices, notes, job sheet, and
          the code. The print dialog also saves it as a PDF.
        </p>
        <div className={styles.buttons}>
          <Button disabled={table === null} onClick={() => print()}>
            <ReceiptIcon />
            Print or save as PDF
          </Button>
        </div>
      </section>
      {table && <ExportSection table={table} />}
      {table && (
        <PrintSheet
          table={table}
          qr={qr}
          qrText={
            isWhole ? 'The whole kit is in this code, also without signal.' : 'Opens the list.'
          }
        />
      )}
      <p className="small muted">
        On the other device: point its camera at the code, or open{' '}
        <Link to={links.receive()}>Receive a kit</Link>.
      </p>
    </div>
  )
}

function useTable(build: Build, kit: Kit, url: string): KitTable | null {
  const now = useNow()
  const [origins, setOrigins] = useState<ReadonlyMap<string, PriceOrigin> | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readPriceOrigins(build).then((read) => isCurrent && setOrigins(read))
    return () => {
      isCurrent = false
    }
  }, [build])
  return useMemo(() => origins && kitTable(kit, origins, { url, now }), [kit, origins, url, now])
}
