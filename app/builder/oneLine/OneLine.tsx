import type { ClipboardEvent } from 'react'

import { useId, useRef, useState } from 'react'

import type { Build } from '../../kits/open/builds.ts'
import type { EarlyPaste } from '../paste/earlyPaste.ts'
import type { RowActions } from '../parts/rowActions.ts'
import type { Row } from '../parts/rowBook.ts'

import { setCells, setDraft } from '../../sync/write/pump.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { useTypedText } from '../fields/useTypedText.ts'
import { holdPaste } from '../paste/earlyPaste.ts'
import { ADDING, type EarlyAdd, type Listed, type OneLineHandlers } from './entryDraft.ts'
import styles from './OneLine.module.css'
import { later, say, t } from '#shared/words/words.ts'

/** What reads the line: it comes when somebody is about to type one. */
export const OneLineTools = loadable(async () => (await import('./OneLineTools.tsx')).OneLineTools)

const HINT = later('Name, brand, number, price and quantity, in any order. Enter adds it.')
/** Room for what is too long for a cell: that is said, and not cut. */
const MAX_TYPED = 4_000

/** A part in one line: it can be typed at once, and is a draft of the kit until it is added. */
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
    // Half a part is work, too: its kit is found again.
    if (build.isBlank) setCells('kit', kit.id, kit.id, {})
    setDraft(kit.id, ADDING, text === '' ? null : text)
  }

  function handlePaste(event: ClipboardEvent) {
    if (handlers.current) return handlers.current.onPaste(event)
    setWish(holdPaste(event))
  }

  return (
    // The focus of what is inside, nothing to press itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={place}
      className={styles.place}
      noValidate
      // A piece that is changed is typed into the line as well.
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
      <label className={styles.label} htmlFor={id}>
        {t('Add a part in one line')}
      </label>
      <div className={styles.field}>
        <Input
          id={id}
          ref={input}
          data-cell={ADDING}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list.isOpen}
          aria-controls={list.isOpen ? `${id}-list` : undefined}
          aria-activedescendant={list.active}
          aria-describedby={`${id}-note`}
          autoComplete="off"
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
          // Keeps the focus, and with it the keyboard of a phone, in the field.
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
      <p className={styles.note} id={`${id}-note`} role="status">
        {note ?? say(HINT)}
      </p>
    </form>
  )
}

function withEnter(before: EarlyPaste | EarlyAdd | null, text: string): EarlyPaste | EarlyAdd {
  if (before && !('ends' in before)) return before
  return { text, ends: [...(before?.ends ?? []), text.length] }
}
