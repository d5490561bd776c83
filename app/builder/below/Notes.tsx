import { memo, useDeferredValue, useId, useState } from 'react'

import { cleanText } from '#shared/define.ts'
import { MAX_NOTES } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { setCells } from '../../data/sync/write/writeQueue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { TextArea } from '../../ui/controls/Input.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { leftWords, useFormatting } from '../../show/useFormatting.tsx'
import builder from '../builder.module.css'
import styles from './Notes.module.css'
import { useTypedText } from '../rows/useTypedText.ts'

const Markup = loadable(async () => (await import('../../ui/text/Markup.tsx')).Markup)

/** Notes of a kit, with a preview. */
export const Notes = memo(function Notes(props: { kitId: string; notes: string }) {
  const { kitId } = props
  const id = useId()
  const { button, help } = useFormatting(id, builder.flushRight)
  const [isPreview, setPreview] = useState(false)
  const isMarkupReady = usePreloaded(Markup.preload, isPreview)
  const isShown = isPreview && isMarkupReady
  const typed = useTypedText(props.notes)
  // Deferred, so that the preview never holds a key back.
  const previewed = useDeferredValue(typed.text)
  const left = leftWords(typed.text, MAX_NOTES)

  function handleText(text: string) {
    typed.type(text)
    const notes = cleanText(text.slice(0, MAX_NOTES))
    typed.writeOver(notes, (seen) => setCells('kit', kitId, kitId, { notes }, { notes: seen }))
  }

  return (
    <section>
      <div className={styles.notesHead}>
        <label htmlFor={id}>
          <T text="Notes <span>(Optional)</span>" span={(text) => <span>{text}</span>} />
        </label>
        <Button
          variant="ghost"
          size="s"
          aria-pressed={isPreview}
          data-shows="notes"
          onClick={() => setPreview(!isPreview)}
        >
          {t('Preview')}
        </Button>
        {button}
      </div>
      <TextArea
        id={id}
        data-cell="notes"
        className={styles.notes}
        value={typed.text}
        maxLength={MAX_NOTES}
        aria-describedby={left ? `${id}-left` : undefined}
        onFocus={typed.handleFocus}
        onBlur={typed.handleBlur}
        onChange={(event) => handleText(event.target.value)}
      />
      {left && (
        <p className={`muted small ${styles.counter}`} id={`${id}-left`}>
          {left}
        </p>
      )}
      {isShown && (
        <section className={`pad after ${styles.preview}`} aria-label={t('Preview of the notes')}>
          <Markup text={previewed.trim() === '' ? t('Nothing to preview yet') : previewed} />
        </section>
      )}
      {help}
    </section>
  )
})
