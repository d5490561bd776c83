import { type ClipboardEvent, useState } from 'react'

import { findKitCode } from '#shared/kinds/kitCode.ts'
import { useCamera } from '../data/hardware/useCamera.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FileButton } from '../ui/controls/FileButton.tsx'
import { CopyIcon, ScanIcon } from '../ui/blocks/icons.tsx'
import { TypedArea } from '../forms/Typed.tsx'
import styles from './pass.module.css'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'

/** Longer texts make a textarea slow; files may be larger. */
const MAX_PASTED = 1_000_000

interface ReceiveWaysProps {
  onText: (text: string, more?: { html?: string }) => void
  /** Text of the clipboard button. */
  onPaste: (text: string) => void
  onFile: (file: File) => void
  onProblem: (problem: string) => void
}

/** Camera, file and paste: each passes on its text. */
export function ReceiveWays({ onText, onPaste, onFile, onProblem }: ReceiveWaysProps) {
  const [isScanning, setScanning] = useState(false)
  const [text, setText] = useState('')

  async function handlePaste() {
    try {
      const pasted = await navigator.clipboard.readText()
      if (pasted.trim() !== '') return onPaste(pasted)
      onProblem(t('There is no text on the clipboard.'))
    } catch {
      onProblem(
        t('The browser does not let Wrenchlist read the clipboard. Paste into the field below.'),
      )
    }
  }

  /** Reads a copied table's HTML, which has more than its text. */
  function handleFieldPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const html = event.clipboardData.getData('text/html')
    if (!/<table/i.test(html)) return
    event.preventDefault()
    onText(event.clipboardData.getData('text/plain'), { html })
  }

  return (
    <>
      <p className="muted">
        <T text="A kit somebody passed on, as a code, a picture, a link or a file. Or a list of parts: a spreadsheet, CSV, JSON, a shop’s cart, Markdown, several links. It needs no signal, and you see what is in it before anything is kept." />
      </p>
      <div className={`wrap ${styles.buttons}`}>
        <Button
          variant="primary"
          aria-expanded={isScanning}
          onClick={() => setScanning(!isScanning)}
        >
          <ScanIcon />
          {isScanning ? t('Close the camera') : t('Scan a code')}
        </Button>
        <FileButton label={t('Picture or file to read')} onFile={onFile}>
          {t('Choose a picture or a file')}
        </FileButton>
        <Button onClick={() => void handlePaste()}>
          <CopyIcon />
          {t('Paste')}
        </Button>
      </div>
      {isScanning && <Camera onCode={onText} />}
      <form
        className="card stack pad"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') onText(text)
        }}
      >
        <TypedArea
          label={t('Or paste it here')}
          value={text}
          maxLength={MAX_PASTED}
          onType={setText}
          onPaste={handleFieldPaste}
        />
        <div className={`wrap ${styles.buttons}`}>
          <Button type="submit" aria-disabled={text.trim() === ''}>
            {t('Read it')}
          </Button>
        </div>
      </form>
    </>
  )
}

const FORMATS = ['QRCode'] as const

/** Camera until it sees a kit's code. Failures are shown. */
function Camera({ onCode }: { onCode: (code: string) => void }) {
  const [isOther, setOther] = useState(false)
  const find = (text: string) => {
    const code = findKitCode(text)
    setOther(code === null)
    return code
  }
  const { video, isSeeing, problem } = useCamera({ formats: FORMATS, find }, onCode)
  if (problem) {
    return (
      <p className={styles.bad} role="alert">
        {t('{problem} A picture of the code does it too: choose it as a file.', { problem })}
      </p>
    )
  }
  return (
    <>
      <div className={styles.camera}>
        <video ref={video} playsInline muted aria-label={t('Picture of the camera')} />
      </div>
      <p className="muted small" role="status">
        {isOther
          ? t('This code holds no kit.')
          : isSeeing
            ? t('Hold the whole code in the frame.')
            : t('Starting the camera...')}
      </p>
    </>
  )
}
