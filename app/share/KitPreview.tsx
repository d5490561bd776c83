import { Link, useNavigate } from 'react-router-dom'

import type { PassedKit } from '#shared/kinds/passedKit.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { findHere } from '../data/kits/open/builds.ts'
import { useRead } from '../ui/browser/useRead.ts'
import { LazyMarkup } from '../ui/text/LazyMarkup.tsx'
import { JobSheet } from '../show/JobSheet.tsx'
import { toast } from '../ui/browser/toast.ts'
import { Arrival } from './Arrival.tsx'
import { PartsOf } from './PartsOf.tsx'
import styles from './pass.module.css'

/** Content of a passed-on kit before it is stored. */
export function KitPreview({ kit, onClose }: { kit: PassedKit; onClose: () => void }) {
  const navigate = useNavigate()
  const { from } = kit
  const isHere = useRead(readIsHere, from)
  const steps = kit.steps.map((step, at) => ({ ...step, id: String(at), ord: '' }))

  async function handleImport() {
    const { importKit } = await import('../data/kits/open/importKit.ts')
    const buildId = await importKit(kit, from)
    void navigate(links.build(buildId), { replace: true })
    toast({ title: t('Kit imported'), text: t('It is your own copy, on this device.') })
  }

  return (
    <div className={`stack ${styles.screen}`}>
      <Arrival
        id="passed-kit"
        title={kitTitle(kit, t('Untitled draft'))}
        take={t('Import as my copy')}
        onTake={handleImport}
        onClose={onClose}
      >
        {kit.name !== '' && (
          <p className="muted">
            {[
              kit.vehicle ? vehicleTitle(kit.vehicle) : t('No vehicle'),
              worded(kit.task) || t('no task'),
            ].join(', ')}
          </p>
        )}
        <p>
          {parts(kit.lines.length)}, <b className="num">{sumWords(priceSum(kit.lines, kit))}</b>
        </p>
        {kit.left.length > 0 && (
          <p className="caution">
            {t('Left out or shortened: {left}.', { left: kit.left.join(', ') })}
          </p>
        )}
        {isHere && from !== null && (
          <p className="caution">
            <T
              text="This device has that kit already: <kit>open it</kit>. Importing makes a copy beside it."
              kit={(text) => <Link to={links.kit(from)}>{text}</Link>}
            />
          </p>
        )}
      </Arrival>
      {kit.notes.trim() !== '' && (
        <div className="card stack pad">
          <LazyMarkup text={kit.notes} />
        </div>
      )}
      <PartsOf lines={kit.lines} />
      {steps.length > 0 && <JobSheet steps={steps} />}
    </div>
  )
}

const readIsHere = async (kitId: string | null): Promise<boolean> =>
  kitId !== null && (await findHere(kitId).catch(() => null)) !== null
