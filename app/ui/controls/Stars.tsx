import styles from './Stars.module.css'

const MOST = 5
const STAR = 'M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.4-5.8-3-5.8 3 1.1-6.4L2.6 9.4l6.5-.9z'

/** Five stars, the floor of the average filled. Text beside them has the number. */
export function Stars({ average }: { average: number }) {
  return (
    <span className={styles.stars} aria-hidden="true">
      {Array.from({ length: MOST }, (_, at) => (
        <svg key={at} viewBox="0 0 24 24" data-filled={at < Math.floor(average) || undefined}>
          <path d={STAR} />
        </svg>
      ))}
    </span>
  )
}
