import { useState } from 'react'

import type { KitTable } from '../show/kitTable.ts'

import { Button } from '../ui/controls/Button.tsx'
import { copyAndTell } from '../ui/browser/copyText.ts'
import { CopyIcon, DownloadIcon } from '../ui/blocks/icons.tsx'
import { saveFile } from '../ui/browser/saveFile.ts'
import { Segments } from '../ui/controls/Segments.tsx'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { exportKit, FORMATS, type Format } from './exportFormats.ts'
import { fileName } from './fileName.ts'
import styles from './pass.module.css'
import { t, worded } from '#shared/words/words.ts'

/** The kit as text for spreadsheets, forums and mails: seen before it is copied. */
export function ExportSection({ table }: { table: KitTable }) {
  const [format, setFormat] = useState<Format>('markdown')
  const text = exportKit(table, format)
  const { name: called, ending, type } = FORMATS.find(({ value }) => value === format) ?? FORMATS[0]
  const name = worded(called)

  return (
    <section className={`card ${styles.card}`} aria-labelledby="export">
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
      <div className={styles.buttons}>
        <Button onClick={() => void copyAndTell(text, { title: t('{name} copied', { name }) })}>
          <CopyIcon />
          {t('Copy {name}', { name })}
        </Button>
        <Button onClick={() => saveFile(text, fileName(table.title, ending), type)}>
          <DownloadIcon />
          {t('Save {name} file', { name })}
        </Button>
      </div>
    </section>
  )
}
