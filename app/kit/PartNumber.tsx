import { Link, useLocation } from 'react-router-dom'

/** The number of a part, leading to its prices where this device knows the part. */
export function PartNumber({ text, to }: { text: string; to: string | undefined }) {
  const { pathname } = useLocation()
  if (to === undefined) return <span className="mono">{text}</span>
  return (
    <Link className="mono" to={to} state={{ from: pathname }}>
      {text}
    </Link>
  )
}
