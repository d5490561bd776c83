import { Fragment } from 'react'

import styles from './pickers.module.css'
import { t } from '#shared/words/words.ts'

/** "2008 - Audi - Model" beside the title, where there is room. */
export function PickerSteps(props: { step: number; year: number | null; make: string | null }) {
  const { step, year, make } = props
  const words = [
    step > 0 && year ? String(year) : t('Year'),
    step > 1 && make ? make : t('Make'),
    t('Model'),
  ]
  return (
    <div className={styles.steps} aria-hidden="true">
      {words.map((word, index) => (
        <Fragment key={index}>
          {index > 0 && <i />}
          {index <= step ? <b>{word}</b> : <span>{word}</span>}
        </Fragment>
      ))}
    </div>
  )
}
