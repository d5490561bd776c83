import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Build } from '../store/builds.ts'

import { isBlankLine, kitTitle } from '#shared/kit.ts'
import { kitCodeLink, writeKitCode } from '#shared/kitCode.ts'
import { links } from '#shared/links.ts'
import { partsAndItems } from '#shared/partsAndItems.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { useTitle } from '../ui/useTitle.ts'
import styles from './pass.module.css'
import { PassWays } from './PassWays.tsx'

/** What of a kit can be given away, and how. Its owner gives it as it is now, others as it was saved. */
export function PassOpen({ build }: { build: Build }) {
  const kit = build.isMine ? build.kit : build.shared
  const title = kitTitle(kit, 'Untitled draft')
  const [code, setCode] = useState<string | null>(null)
  useTitle(`Pass on ${title}`)
  useEffect(() => {
    let isCurrent = true
    void writeKitCode(kit).then((written) => isCurrent && setCode(written))
    return () => {
      isCurrent = false
    }
  }, [kit])

  const lines = kit.lines.filter((line) => !isBlankLine(line))
  return (
    <div className={`page ${styles.screen}`}>
      <div>
        <Link className={styles.back} to={links.kit(kit.buildId || kit.id)}>
          <ArrowLeftIcon />
          {title}
        </Link>
        <h1>Pass on this kit</h1>
        <p className="muted">
          The whole kit travels inside the code, the link or the file, so it needs no signal on
          either side: {partsAndItems(lines)}, notes and job sheet as they are now. Not in it: the
          VIN, what you have or ordered, and comments.
        </p>
      </div>
      {code === null ? (
        <Skeleton label="Packing the kit..." rows={4} />
      ) : (
        <PassWays code={code} link={kitCodeLink(location.origin, code)} title={title} />
      )}
      <p className="small muted">
        On the other device: point its camera at the code, or open{' '}
        <Link to={links.receive()}>Receive a kit</Link>.
      </p>
    </div>
  )
}
