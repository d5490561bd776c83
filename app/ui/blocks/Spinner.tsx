import { LoaderCircle } from 'lucide-react'

import styles from './Spinner.module.css'

/** Something is under way; the words beside it say what. */
export function Spinner() {
  return <LoaderCircle className={styles.spinner} />
}
