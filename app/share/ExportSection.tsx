import { useState } from 'react'

import type { KitTable } from '../show/kitTable.ts'

import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copyText.ts'
import { CopyIcon, DownloadIcon } from '../ui/icons.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { Segments } from '../ui/Segments.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'
import { exportKit, FORMATS, type Format } from './exportFormats.ts'
import { fileName } from './fileName.ts'
import styles from './pass.module.css'

/** The kit as text for spreadsheets, forums and mails: seen before it is copied. */
export function ExportSection({ table }: { table: KitTable }) {
  const [format, setFormat] = useState<Format>('markdown')
  const text = exportKit(table, format)
  const { name, ending, type } = FORMATS.find(({ value }) => value === format) ?? FORMATS[0]

  async function handleCopy() {
    const isCopied = await copyText(text)
    toast(
      isCopied
        ? { title: `${name} copied` }
        : { title: 'Could not copy', text: 'Select the text and copy it by hand.', tone: 'error' },
    )
  }

  return (
    <section className={`card ${styles.card}`} aria-labelledby="export">
      <h2 id="export">Export</h2>
      <div className={styles.formats}>
        <Segments label="Format" choices={FORMATS} chosen={format} onChoose={setFormat} />
      </div>
      <TextArea
        className={styles.exported}
        readOnly
        value={text}
        rows={8}
        aria-label={`The kit as ${name}`}
      />
      <div className={styles.buttons}>
        <Button onClick={() => void handleCopy()}>
          <CopyIcon />
          Copy {name}
        </Button>
        <Button onClick={() => saveFile(text, fileName(table.title, ending), type)}>
          <DownloadIcon />
          Save {name} file
        </Button>
      </div>
    </section>
  )
}
