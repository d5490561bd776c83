import styles from './Logo.module.css'

export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.tile} width="32" height="32" rx="8" />
      <path className={styles.hexagon} d="M23.2 14.2 18.6 22.2H9.4L4.8 14.2 9.4 6.2h9.2z" />
      <path className={styles.stripe} d="M14 14.2 32 24.6" />
      <circle className={styles.dot} cx="14" cy="14.2" r="2.2" />
    </svg>
  )
}
