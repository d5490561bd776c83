import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'

import type { KitTable } from '../show/kitTable.ts'
import type { Build } from '../data/kits/open/builds.ts'

import { isBlankLine, kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { useBuild } from '../data/kits/open/useBuild.ts'
import { useKitState } from '../data/kits/state/useKitState.ts'
import { t, worded } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { Opened } from '../show/Opened.tsx'
import { PrintSheet } from '../show/PrintSheet.tsx'
import { useKitSheet } from '../show/useKitSheet.ts'
import { BackLink } from '../ui/blocks/BackLink.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { ChevronDownIcon, CopyIcon, DownloadIcon, ReceiptIcon } from '../ui/blocks/icons.tsx'
import { copyAndTell } from '../ui/browser/copyText.ts'
import { saveFile } from '../ui/browser/saveFile.ts'
import { Segments } from '../ui/controls/Segments.tsx'
import { TextArea } from '../ui/controls/Input.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { useTitle } from '../ui/browser/useTitle.ts'
import { exportKit, FORMATS, kitWorkbook, type Format } from './exportFormats.ts'
import { fileName } from './fileName.ts'
import styles from './pass.module.css'
import { PassWays } from './PassWays.tsx'

const LabelsSection = loadable(
  async () => (await import('./labels/LabelsSection.tsx')).LabelsSection,
)

/** Shares a whole kit without a server: as a code, a link or a file. */
export function PassScreen({ id }: { id: string }) {
  const state = useBuild(id, { mayStart: false })
  return (
    <Opened state={state} place="pass" title={t('Pass on a kit')} loading={t('Loading kit...')}>
      {(build) => <PassOpen build={build} />}
    </Opened>
  )
}

/** Owners share the current state, others the saved one. */
function PassOpen({ build }: { build: Build }) {
  const kit = build.isMine ? build.kit : build.shared
  const title = kitTitle(kit, t('Untitled draft'))
  const sheet = useKitSheet(build, kit)
  const { code, link, qr, table } = sheet
  const { isOpen } = useKitState(build)
  const [isLabelling, setLabelling] = useState(false)
  const isReady = usePreloaded(LabelsSection.preload, isLabelling)
  useTitle(t('Pass on {title}', { title }))

  const lines = kit.lines.filter((line) => !isBlankLine(line))
  return (
    <div className={`page stack ${styles.screen}`}>
      <div>
        <BackLink to={links.kit(kit.buildId || kit.id)}>{title}</BackLink>
        <h1>{t('Pass on this kit')}</h1>
        <p className="muted">
          {t(
            'The whole kit travels inside the code, the link or the file, so it needs no signal on either side: {partsAndPieces}, notes and job sheet as they are now. Not in it: the VIN, what you have or ordered, and comments.',
            { partsAndPieces: partsAndPieces(lines) },
          )}
        </p>
      </div>
      {code === null || link === null ? (
        <Skeleton label={t('Packing the kit...')} rows={4} />
      ) : (
        <PassWays code={code} link={link} qr={qr} title={title} />
      )}
      <section className="card stack pad" aria-labelledby="print">
        <h2 id="print">{t('Print')}</h2>
        <p className="muted">
          <T text="One page to pin to the wall: parts to tick off, shops and prices, notes, job sheet, and the code. The print dialog also saves it as a PDF." />
        </p>
        <div className={`wrap ${styles.buttons}`}>
          <Button
            disabled={table === null}
            onClick={() => {
              // Unmounts the labels first, so that the sheet prints.
              flushSync(() => setLabelling(false))
              print()
            }}
          >
            <ReceiptIcon />
            {t('Print or save as PDF')}
          </Button>
        </div>
      </section>
      <section className="card stack pad" aria-labelledby="labels">
        <h2 id="labels">{t('Labels')}</h2>
        <p className="muted">
          <T text="For the box and for each part in it: name, number, vehicle and a code, on sheets of labels or from a label printer." />
        </p>
        <div className={`wrap ${styles.buttons}`}>
          <Button aria-expanded={isLabelling} onClick={() => setLabelling(!isLabelling)}>
            <ChevronDownIcon />
            {t('Labels')}
          </Button>
        </div>
        {isLabelling && isReady && <LabelsSection kit={kit} isOpen={isOpen} />}
      </section>
      {table && <ExportSection table={table} />}
      {!isLabelling && <PrintSheet sheet={sheet} />}
      <p className="small muted">
        <T
          text="On the other device: point its camera at the code, or open <receive>Receive a kit</receive>."
          receive={(text) => <Link to={links.receive()}>{text}</Link>}
        />
      </p>
    </div>
  )
}

/** The kit as text for spreadsheets, forums and mails, previewed before copying. */
function ExportSection({ table }: { table: KitTable }) {
  const [format, setFormat] = useState<Format>('markdown')
  const text = exportKit(table, format)
  const { name: called, ending, type } = FORMATS.find(({ value }) => value === format) ?? FORMATS[0]
  const name = worded(called)

  return (
    <section className="card stack pad" aria-labelledby="export">
      <h2 id="export">{t('Export')}</h2>
      <div className={styles.formats}>
        <Segments label={t('Format')} choices={FORMATS} chosen={format} onChoose={setFormat} />
      </div>
      <TextArea
        className={styles.exported}
        readOnly
        value={text}
        rows={8}
        aria-label={t('The kit as {name}', { name })}
      />
      <div className={`wrap ${styles.buttons}`}>
        <Button onClick={() => void copyAndTell(text, { title: t('{name} copied', { name }) })}>
          <CopyIcon />
          {t('Copy {name}', { name })}
        </Button>
        <Button onClick={() => saveFile(text, fileName(table.title, ending), type)}>
          <DownloadIcon />
          {t('Save {name} file', { name })}
        </Button>
        {format === 'csv' && (
          <Button onClick={() => saveFile(kitWorkbook(table), fileName(table.title, '.xlsx'))}>
            <DownloadIcon />
            {t('Save {name} file', { name: 'Excel' })}
          </Button>
        )}
      </div>
    </section>
  )
}
