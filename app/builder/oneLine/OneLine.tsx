import { type ClipboardEvent, useId, useRef, useState } from 'react'

import type { Build } from '../../data/kits/open/builds.ts'
import type { RowActions } from '../rows/rowActions.ts'
import type { Row } from '../rows/rowBook.ts'

import { setCells, setDraft } from '../../data/sync/write/writeQueue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { comboboxField } from '../../ui/controls/useCombobox.ts'
import { Input } from '../../ui/controls/Input.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { useTypedText } from '../rows/useTypedText.ts'
import { type EarlyPaste, holdPaste } from '../paste/earlyPaste.ts'
import { ADDING, type EarlyAdd, type Listed, type OneLineHandlers } from '../rows/entryDraft.ts'
import styles from './OneLine.module.css'
import { later, say, t } from '#shared/words/words.ts'

/** Parser and suggestions, loaded when somebody is about to type. */
export const OneLineTools = loadable(async () => (await import('./OneLineTools.tsx')).OneLineTools)

const HINT = later('Name, brand, number, price and quantity, in any order. Enter adds it.')
/** Above the cells' limits: too long a text gets a message instead of a cut. */
const MAX_TYPED = 4_000

/** One-line entry of a part: usable at once, and a draft of the kit until it is added. */
export function OneLine(props: { build: Build; rows: readonly Row[]; actions: RowActions }) {
  const { build, rows, actions } = props
  const { kit } = build
  const id = useId()
  const place = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const handlers = useRef<OneLineHandlers>(null)
  const typed = useTypedText(build.drafts.get(`${kit.id}:${ADDING}`) ?? '')
  const [hasFocused, setFocused] = useState(false)
  const [wish, setWish] = useState<EarlyPaste | EarlyAdd | null>(null)
  const [list, setList] = useState<Listed>({ isOpen: false, active: undefined })
  const [note, setNote] = useState<string | null>(null)
  const isWanted = hasFocused || typed.text !== ''
  const isReady = usePreloaded(OneLineTools.preload, isWanted, { isQuiet: true })

  function handleText(text: string) {
    typed.type(text)
    if (text !== '') setNote(null)
    // A typed draft makes a blank kit findable again.
    if (build.isBlank) setCells('kit', kit.id, kit.id, {})
    setDraft(kit.id, ADDING, text === '' ? null : text)
  }

  function handlePaste(event: ClipboardEvent) {
    if (handlers.current) return handlers.current.onPaste(event)
    setWish(holdPaste(event))
  }

  return (
    // Listens to the focus of its children; nothing to press itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={place}
      className={styles.place}
      noValidate
      // An edited piece changes the line's text as well.
      onFocus={({ relatedTarget, currentTarget }) => {
        setFocused(true)
        if (!currentTarget.contains(relatedTarget)) typed.handleFocus()
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) typed.handleBlur()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (handlers.current) handlers.current.add()
        else setWish((before) => withEnter(before, typed.text))
      }}
    >
      <label className="label" htmlFor={id}>
        {t('Add a part in one line')}
      </label>
      <div className={styles.field}>
        <Input
          id={id}
          ref={input}
          data-cell={ADDING}
          {...comboboxField(`${id}-list`, list.isOpen, list.active)}
          aria-describedby={`${id}-note`}
          autoCapitalize="sentences"
          enterKeyHint="done"
          maxLength={MAX_TYPED}
          placeholder={t('Oil filter HU 719/7x 12.98 x2')}
          value={typed.text}
          onChange={(event) => handleText(event.target.value)}
          onKeyDown={(event) => handlers.current?.onKeyDown(event)}
          onPaste={handlePaste}
        />
        <Button
          type="submit"
          variant="soft"
          aria-label={t('Add this part')}
          // Keeps the focus, and with it a phone's keyboard, in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {t('Add')}
        </Button>
      </div>
      {isReady && (
        <OneLineTools
          build={build}
          rows={rows}
          actions={actions}
          id={id}
          place={place}
          input={input}
          onHandlers={(now) => {
            handlers.current = now
          }}
          text={typed.text}
          hasFocus={typed.isFocused}
          wish={wish}
          onWishTaken={() => setWish(null)}
          onText={handleText}
          onList={setList}
          onNote={setNote}
        />
      )}
      <p className={`muted small breaks ${styles.note}`} id={`${id}-note`} role="status">
        {note ?? say(HINT)}
      </p>
    </form>
  )
}

function withEnter(before: EarlyPaste | EarlyAdd | null, text: string): EarlyPaste | EarlyAdd {
  if (before && !('ends' in before)) return before
  return { text, ends: [...(before?.ends ?? []), text.length] }
}
