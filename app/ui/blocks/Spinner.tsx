import { LoaderCircle } from 'lucide-react'

import styles from './Spinner.module.css'

/** Progress indicator; text beside it says what is going on. */
export function Spinner() {
  return <LoaderCircle className={styles.spinner} />
}
