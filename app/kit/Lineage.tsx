import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../kits/open/builds.ts'
import type { Original } from '../kits/open/lineage.ts'

import { differenceOf } from '#shared/text/difference.ts'
import { isNamed } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { openOriginal, useOriginal } from '../kits/open/lineage.ts'
import { Button } from '../ui/Button.tsx'
import { DifferenceView } from './DifferenceView.tsx'
import styles from './History.module.css'

/** Where a copy came from, and what was made of it since. */
export function Lineage({ build }: { build: Build }) {
  const original = useOriginal(build)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!original) return null
  return (
    <section className={styles.original} aria-labelledby="original">
      <h2 id="original">Original</h2>
      <p>
        Copied from <Link to={links.kit(original.id)}>{titleOf(original)}</Link>
        {original.author !== null && ` by ${original.author}`}
      </p>
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        What is different from the original
      </Button>
      <div id={id} hidden={!isOpen} aria-live="polite">
        {isOpen && <FromOriginal kit={build.shared} id={original.id} />}
      </div>
    </section>
  )
}

function titleOf({ name }: Original): string {
  if (name === null) return 'another kit'
  return isNamed(name) ? name : 'an untitled draft'
}

const WHY_NOT = {
  offline: 'The original is not on this device. It is compared when there is signal.',
  notFound: 'The original is not there any more.',
  failed: 'The original could not be read.',
}

/** Compared with what the original shows now: it may have been changed since it was copied. */
function FromOriginal({ kit, id }: { kit: Kit; id: string }) {
  const [original, setOriginal] = useState<Kit | keyof typeof WHY_NOT | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    openOriginal(id).then(
      (found) => isCurrent && setOriginal(found),
      () => isCurrent && setOriginal('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [id, attempt])
  if (original === null) return <p className="muted">Reading the original...</p>
  if (typeof original === 'string') {
    return (
      <p className="muted">
        {WHY_NOT[original]}{' '}
        {original !== 'notFound' && (
          <Button size="s" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        )}
      </p>
    )
  }
  return <DifferenceView difference={differenceOf(original, kit, 'lineage')} />
}
