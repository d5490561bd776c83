import { useState } from 'react'

import type { LineField } from './useLineField.ts'
import type { Row } from '../rows/rowBook.ts'

import { IconButton } from '../../ui/controls/IconButton.tsx'
import { PencilIcon } from '../../ui/blocks/icons.tsx'
import { OpenLink } from '../sharing/OpenLink.tsx'
import styles from '../parts/parts.module.css'
import { t } from '#shared/words/words.ts'

/** Link cell at the desk: a field while empty or edited, otherwise a link to the shop. */
export function LinkCell(props: {
  row: Row
  field: LineField
  /** "line 3" */
  line: string
  problemId: string
}) {
  const { row, field, line, problemId } = props
  const [isEditing, setEditing] = useState(false)
  const isSettled = row.line.link !== '' && !field.isFocused && !field.problem
  if (isSettled && !isEditing) {
    return (
      <span className={styles.linkCell}>
        <OpenLink link={row.line.link} line={line} />
        <IconButton
          label={t('Edit link, {line}', { line })}
          data-cell="link"
          onClick={() => {
            setEditing(true)
          }}
        >
          <PencilIcon />
        </IconButton>
      </span>
    )
  }
  return (
    <input
      {...field.inputProps}
      type="text"
      inputMode="url"
      className={styles.input}
      placeholder={row.isGhost ? '—' : t('Paste link')}
      aria-label={t('Link, {line}', { line })}
      aria-invalid={field.problem ? true : undefined}
      aria-describedby={field.problem ? problemId : undefined}
      ref={(input) => {
        if (input && isEditing && !field.isFocused) input.focus()
      }}
      onBlur={() => {
        setEditing(false)
        field.inputProps.onBlur()
      }}
    />
  )
}
