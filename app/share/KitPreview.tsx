import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import type { PassedKit } from '#shared/text/passedKit.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { jobSheetGroups, JOB_SHEET_NOTE } from '#shared/kinds/jobSheet.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { say, t, worded } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { findHere } from '../kits/open/builds.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LazyMarkup } from '../ui/text/LazyMarkup.tsx'
import { SpecSheet } from '../ui/blocks/SpecSheet.tsx'
import { toast } from '../ui/layers/toast.ts'
import { PartsOf } from './PartsOf.tsx'
import styles from './pass.module.css'
import { useFocused } from './useFocused.ts'

/** What is in a kit that was passed on, before anything of it is kept. */
export function KitPreview({ kit, onClose }: { kit: PassedKit; onClose: () => void }) {
  const navigate = useNavigate()
  const heading = useFocused<HTMLHeadingElement>()
  const [isStoring, setStoring] = useState(false)
  const { from } = kit
  const isHere = useIsHere(from)
  const steps = kit.steps.map((step, at) => ({ ...step, id: String(at), ord: '' }))
  const title = kitTitle(kit, t('Untitled draft'))

  async function handleImport() {
    if (isStoring) return
    setStoring(true)
    try {
      const { importKit } = await import('../kits/open/importKit.ts')
      const buildId = await importKit(kit, kit.from)
      void navigate(links.build(buildId), { replace: true })
      toast({ title: t('Kit imported'), text: t('It is your own copy, on this device.') })
    } catch {
      setStoring(false)
      toast({
        title: t('This device could not store it'),
        text: t('Nothing was kept.'),
        tone: 'error',
      })
    }
  }

  return (
    <section className={styles.screen} aria-labelledby="passed-kit">
      <div className={`card ${styles.card}`}>
        <h2 id="passed-kit" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="muted">
          {[
            kit.vehicle ? vehicleTitle(kit.vehicle) : t('No vehicle'),
            worded(kit.task) || t('no task'),
          ].join(', ')}
        </p>
        <p>
          {parts(kit.lines.length)}, <b className="num">{sumWords(priceSum(kit.lines, kit))}</b>
        </p>
        {kit.left.length > 0 && (
          <p className={styles.note}>
            {t('Left out or shortened: {left}.', { left: kit.left.join(', ') })}
          </p>
        )}
        {isHere && from !== null && (
          <p className={styles.note}>
            <T
              text="This device has that kit already: <kit>open it</kit>. Importing makes a copy beside it."
              kit={(text) => <Link to={links.kit(from)}>{text}</Link>}
            />
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="primary" aria-disabled={isStoring} onClick={() => void handleImport()}>
            {t('Import as my copy')}
          </Button>
          <Button onClick={onClose}>{t('Not now')}</Button>
        </div>
      </div>
      {kit.notes.trim() !== '' && (
        <div className={`card ${styles.card}`}>
          <LazyMarkup text={kit.notes} />
        </div>
      )}
      <div className={`card ${styles.card}`}>
        <h3>{t('Parts')}</h3>
        <PartsOf lines={kit.lines} />
      </div>
      {steps.length > 0 && (
        <SpecSheet
          title={t('Job sheet')}
          note={say(JOB_SHEET_NOTE)}
          groups={jobSheetGroups(steps)}
        />
      )}
    </section>
  )
}

function useIsHere(kitId: string | null): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    let isCurrent = true
    if (kitId === null) return
    findHere(kitId).then(
      (found) => isCurrent && setHere(found !== null),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [kitId])
  return isHere
}
