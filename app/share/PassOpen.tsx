import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'

import type { Build } from '../kits/open/builds.ts'

import { isBlankLine, kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { useKitState } from '../kits/state/useKitState.ts'
import { PrintSheet } from '../show/PrintSheet.tsx'
import { useKitSheet } from '../show/useKitSheet.ts'
import { Button } from '../ui/Button.tsx'
import { ArrowLeftIcon, ChevronDownIcon, ReceiptIcon } from '../ui/icons.tsx'
import { loadable } from '../ui/loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { usePreloaded } from '../ui/usePreloaded.ts'
import { useTitle } from '../ui/useTitle.ts'
import { ExportSection } from './ExportSection.tsx'
import styles from './pass.module.css'
import { PassWays } from './PassWays.tsx'

const LabelsSection = loadable(
  async () => (await import('./labels/LabelsSection.tsx')).LabelsSection,
)

/** What of a kit can be given away, and how. Its owner gives it as it is now, others as it was saved. */
export function PassOpen({ build }: { build: Build }) {
  const kit = build.isMine ? build.kit : build.shared
  const title = kitTitle(kit, 'Untitled draft')
  const sheet = useKitSheet(build, kit)
  const { code, link, qr, table } = sheet
  const { isOpen } = useKitState(build)
  const [isLabelling, setLabelling] = useState(false)
  const isReady = usePreloaded(LabelsSection.preload, isLabelling)
  useTitle(`Pass on ${title}`)

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
      {code === null || link === null ? (
        <Skeleton label="Packing the kit..." rows={4} />
      ) : (
        <PassWays code={code} link={link} qr={qr} title={title} />
      )}
      <section className={`card ${styles.card}`} aria-labelledby="print">
        <h2 id="print">Print</h2>
        <p className="muted">
          One page to pin to the wall: parts to tick off, shops and prices, notes, job sheet, and
          the code. The print dialog also saves it as a PDF.
        </p>
        <div className={styles.buttons}>
          <Button
            disabled={table === null}
            onClick={() => {
              // What prints is what stands: the sheet, and not the labels.
              flushSync(() => setLabelling(false))
              print()
            }}
          >
            <ReceiptIcon />
            Print or save as PDF
          </Button>
        </div>
      </section>
      <section className={`card ${styles.card}`} aria-labelledby="labels">
        <h2 id="labels">Labels</h2>
        <p className="muted">
          For the box and for each part in it: name, number, vehicle and a code, on sheets of labels
          or from a label printer.
        </p>
        <div className={styles.buttons}>
          <Button aria-expanded={isLabelling} onClick={() => setLabelling(!isLabelling)}>
            <ChevronDownIcon />
            Labels
          </Button>
        </div>
        {isLabelling && isReady && <LabelsSection kit={kit} isOpen={isOpen} />}
      </section>
      {table && <ExportSection table={table} />}
      {!isLabelling && <PrintSheet sheet={sheet} />}
      <p className="small muted">
        On the other device: point its camera at the code, or open{' '}
        <Link to={links.receive()}>Receive a kit</Link>.
      </p>
    </div>
  )
}
