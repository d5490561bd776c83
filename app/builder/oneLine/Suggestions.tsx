import type { KnownPart } from './knownParts.ts'

import { formatPrice } from '#shared/money/money.ts'
import type { Combobox } from '../../ui/controls/useCombobox.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { classes } from '../../ui/look/classes.ts'
import styles from './OneLineTools.module.css'

/** Suggested parts. The focus stays in the field, which names the active one. */
export function Suggestions(props: {
  box: Combobox
  parts: readonly KnownPart[]
  onTake: (part: KnownPart) => void
}) {
  const { box, parts, onTake } = props
  return (
    <div
      className={`lined ${styles.list}`}
      role="listbox"
      id={box.listId}
      aria-label={t('Parts you may mean')}
    >
      {parts.map((part, at) => (
        // The field handles its keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={part.key}
          role="option"
          tabIndex={-1}
          id={box.idOf(at)}
          aria-selected={at === box.at}
          onMouseDown={box.keepFocus}
          className={classes('row breaks', styles.option, at === box.at && styles.active)}
          onClick={() => onTake(part)}
        >
          <span className="grow">
            <b>{part.name}</b>
            <span className={`wrap muted small ${styles.meta}`}>
              {part.manufacturer !== '' && <span>{part.manufacturer}</span>}
              {part.partNumber !== '' && <span className="mono">{part.partNumber}</span>}
              {part.price !== null && <span className="num">{formatPrice(part.price)}</span>}
            </span>
          </span>
          <span className={`row wrap muted tiny ${styles.from}`}>
            {part.isDemo && <Badge>{t('Demo')}</Badge>}
            <span>{part.from}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

const GAP_PX = 8
/** Room for chips and one suggestion: with less the field scrolls to the top. */
const LEAST_PX = 280
/** A row of chips and one question about a chip. */
const CHIPS_PX = 150
/** The last part above the field, with its gap: it shows that the part was added. */
const PART_PX = 146

/**
 * Sizes a panel below the field to the room above the keyboard or the dock. On the phone the field
 * scrolls to the top where that is little, keeping the part above it in sight if possible.
 * @returns cleanup
 */
export function placePanel(panel: HTMLElement, field: HTMLElement, isDesk: boolean): () => void {
  const root = document.documentElement
  const viewport = window.visualViewport
  let hasMoved = false
  const roomBelow = () => {
    // The keyboard hides the dock.
    const isKeyboard = root.hasAttribute('data-keyboard')
    const dock = isKeyboard ? 0 : Number.parseFloat(getComputedStyle(root).scrollPaddingBottom) || 0
    const height = viewport?.height ?? innerHeight
    return height - dock - panel.getBoundingClientRect().top - GAP_PX
  }
  const place = () => {
    if (!isDesk && !hasMoved && roomBelow() < LEAST_PX) {
      hasMoved = true
      field.scrollIntoView({ block: 'start' })
      scrollBy(0, -Math.max(0, Math.min(PART_PX, roomBelow() - CHIPS_PX)))
    }
    panel.style.maxHeight = `${Math.max(LEAST_PX / 2, roomBelow())}px`
  }
  place()
  viewport?.addEventListener('resize', place)
  return () => viewport?.removeEventListener('resize', place)
}
