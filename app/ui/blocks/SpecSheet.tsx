import { useId } from 'react'

import { classes } from '../look/classes.ts'
import styles from './SpecSheet.module.css'

export interface SpecGroup {
  name: string
  /** Whether the order is one to follow. */
  isNumbered?: boolean
  items: readonly {
    id: string
    text: string
    value: string
    /** The value said in another way. */
    aside: string
  }[]
}

interface SpecSheetProps {
  title: string
  note: string
  groups: readonly SpecGroup[]
  className?: string | undefined
}

/** Short texts with their values, in groups, to be read at a glance. */
export function SpecSheet({ title, note, groups, className }: SpecSheetProps) {
  const id = useId()
  return (
    <section className={classes('card', styles.sheet, className)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.note}>{note}</p>
      <div className={styles.groups}>
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
    <div className={isNumbered ? styles.wide : undefined}>
      <h3>{name}</h3>
      <List className={styles.rows}>
        {items.map(({ id, text, value, aside }) => (
          <li key={id}>
            <span className={styles.text}>{text}</span>
            {value && (
              <span className={`num ${styles.value}`}>
                <b>{value}</b>
                {aside && <span className={styles.aside}>{aside}</span>}
              </span>
            )}
          </li>
        ))}
      </List>
    </div>
  )
}
