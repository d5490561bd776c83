import { useId } from 'react'

import { classes } from '../look/classes.ts'
import styles from './SpecSheet.module.css'

export interface SpecGroup {
  name: string
  /** An ordered list. */
  isNumbered?: boolean
  items: readonly {
    id: string
    text: string
    value: string
    /** The value in another unit. */
    aside: string
  }[]
}

interface SpecSheetProps {
  title: string
  note: string
  groups: readonly SpecGroup[]
  className?: string | undefined
}

/** Short texts with values, in groups, readable at a glance. */
export function SpecSheet({ title, note, groups, className }: SpecSheetProps) {
  const id = useId()
  return (
    <section className={classes('card', styles.sheet, className)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={`muted tiny ${styles.note}`}>{note}</p>
      <div className={`stack ${styles.groups}`}>
        {groups.map((group) => (
          <Group key={group.name} group={group} />
        ))}
      </div>
    </section>
  )
}

function Group({ group: { name, isNumbered, items } }: { group: SpecGroup }) {
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <div className={isNumbered ? 'wide' : undefined}>
      <h3>{name}</h3>
      <List className={`lined ${styles.rows}`}>
        {items.map(({ id, text, value, aside }) => (
          <li key={id}>
            <span className={`breaks ${styles.text}`}>{text}</span>
            {value && (
              <span className={`num breaks ${styles.value}`}>
                <b>{value}</b>
                {aside && <span className={`muted tiny ${styles.aside}`}>{aside}</span>}
              </span>
            )}
          </li>
        ))}
      </List>
    </div>
  )
}
