import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import type { Kit } from '#shared/kinds/kit.ts'

import { later, many, say, t } from '#shared/words/words.ts'
import { readChoice, storeChoice } from '../../ui/look/choice.ts'
import { useRead } from '../../ui/browser/useRead.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { ReceiptIcon } from '../../ui/blocks/icons.tsx'
import { Typed } from '../../forms/Typed.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import passStyles from '../pass.module.css'
import { qrOf, type Qr } from '../../show/qr.ts'
import { LabelPages } from './LabelPages.tsx'
import { LABEL_GROUPS, LABEL_SIZES, type LabelSize, sizeWords } from './labelSizes.ts'
import { labelOfKit, labelsOfParts } from './labelsOf.ts'
import styles from './labels.module.css'

const WHATS = [
  { value: 'kit', name: later('The kit') },
  { value: 'parts', name: later('Its parts') },
] as const
type What = (typeof WHATS)[number]['value']

/** Regions with Letter instead of A4 (CLDR, paper sizes). */
const OF_LETTER = /-(US|CA|MX|PH|CL|CO|VE|GT|CR|PA|DO|SV|NI|PR)$/
const IDS = LABEL_SIZES.map(({ id }) => id)
const usualSize = () => (OF_LETTER.test(navigator.language) ? '5160' : 'l7160')

interface LabelsSectionProps {
  kit: Kit
  /** Whether its link works for others. */
  isOpen: boolean
}

/** Labels of a kit or its parts, for sheets and label printers. While mounted, only they print. */
export function LabelsSection({ kit, isOpen }: LabelsSectionProps) {
  const [what, setWhat] = useState<What>('kit')
  const [sizeId, setSizeId] = useState(() => readChoice('label-size', IDS, usualSize()))
  const [first, setFirst] = useState('1')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const size = LABEL_SIZES.find(({ id }) => id === sizeId) ?? LABEL_SIZES[0]
  const parts = labelsOfParts(kit, location.origin, isOpen)
  const labels =
    what === 'kit'
      ? [labelOfKit(kit, location.origin, isOpen)]
      : parts.filter(({ id }) => !left.has(id))
  const codes = useRead(readCodes, labels.map(({ address }) => address).join('\n')) ?? NO_CODES
  if (!size) return null
  const aPage = size.columns * size.rows
  const from = Math.min(Math.max(Math.trunc(Number(first)) || 1, 1), aPage) - 1
  const isReady = labels.length > 0 && labels.every(({ address }) => codes.has(address))

  function handleSize(id: string) {
    storeChoice('label-size', id)
    setSizeId(id)
    setFirst('1')
  }

  function handlePart(id: string, isTaken: boolean) {
    const next = new Set(left)
    if (isTaken) next.delete(id)
    else next.add(id)
    setLeft(next)
  }

  const pages = { size, labels, codes, first: from }
  return (
    <>
      <div className={`stack ${styles.choices}`}>
        <Segments label={t('Labels of')} choices={WHATS} chosen={what} onChoose={setWhat} />
        <Field label={t('Paper')}>
          {(control) => (
            <select
              {...control}
              className={passStyles.select}
              value={size.id}
              onChange={({ target }) => handleSize(target.value)}
            >
              {LABEL_GROUPS.map(({ name, sizes }) => (
                <optgroup key={sizes[0]?.id} label={say(name)}>
                  {sizes.map((one) => (
                    <option key={one.id} value={one.id}>
                      {sizeWords(one)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        {aPage > 1 && (
          <Typed
            label={t('First label')}
            hint={t('From 1 to {count}, for a sheet that was begun.', { count: aPage })}
            inputMode="numeric"
            maxLength={3}
            value={first}
            onType={setFirst}
          />
        )}
      </div>
      {what === 'parts' && (
        <fieldset className={styles.parts}>
          <legend>{t('Parts')}</legend>
          {parts.map(({ id, name, number }) => (
            <Checkbox
              key={id}
              checked={!left.has(id)}
              onChange={({ target }) => handlePart(id, target.checked)}
            >
              {[name, number].filter(Boolean).join(', ')}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Preview {...pages} />
      <div className={`wrap ${passStyles.buttons}`}>
        <Button variant="primary" aria-disabled={!isReady} onClick={() => isReady && print()}>
          <ReceiptIcon />
          {many(labels.length, 'Print {count} label', 'Print {count} labels')}
        </Button>
      </div>
      <p className="muted small">
        {t('In the print dialog: this paper, without margins, at 100 %.')}
        {!isOpen && (
          <> {t('The code of the kit opens on this device: nobody else has its link yet.')}</>
        )}
      </p>
      <Paper {...pages} />
    </>
  )
}

type Pages = Parameters<typeof LabelPages>[0]

const NO_CODES: ReadonlyMap<string, Qr> = new Map()

/** QR codes of some texts. */
async function readCodes(texts: string): Promise<ReadonlyMap<string, Qr>> {
  const codes = [...new Set(texts.split('\n'))].map(
    async (text) => [text, await qrOf(text)] as const,
  )
  return new Map(await Promise.all(codes))
}

/** The first page, scaled down. */
function Preview(pages: Pages) {
  return (
    <div
      className={styles.preview}
      role="img"
      aria-label={t('Preview on {name}', { name: sizeWords(pages.size) })}
    >
      <div className="clip" style={shrinking(pages.size)}>
        <LabelPages {...pages} most={1} />
      </div>
    </div>
  )
}

/** A width every phone has, px. */
const SHOWN_PX = 300
const PX_PER_MM = 96 / 25.4

function shrinking({ page: { width, height } }: LabelSize) {
  const scale = Math.min(1.5, SHOWN_PX / (width * PX_PER_MM))
  return { zoom: scale, width: `${width}mm`, height: `${height}mm` }
}

function Paper(pages: Pages) {
  const { width, height } = pages.size.page
  useLayoutEffect(() => {
    document.documentElement.dataset['prints'] = 'labels'
    return () => {
      delete document.documentElement.dataset['prints']
    }
  }, [])
  return createPortal(
    <div className={styles.paper} data-theme="light" aria-hidden="true">
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
      <LabelPages {...pages} />
    </div>,
    document.body,
  )
}
