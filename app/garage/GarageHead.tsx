import { memo } from 'react'
import { Link } from 'react-router-dom'

import type { Kit } from '#shared/kinds/kit.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'
import { CloseIcon, PencilIcon } from '../ui/blocks/icons.tsx'
import { Morph } from '../ui/blocks/Morph.tsx'
import { ScreenHead } from '../ui/blocks/ScreenHead.tsx'
import styles from './Garage.module.css'

/** Which kit it is, the way back and the way to change it, in the header: what is below belongs to the parts. */
export const GarageHead = memo(function GarageHead({ kit }: { kit: Kit }) {
  const title = kitTitle(kit, t('Untitled draft'))
  const vehicle = kit.vehicle ? vehicleTitle(kit.vehicle) : t('No vehicle selected')
  const about = [vehicle, worded(kit.task)].filter(Boolean).join(', ')
  return (
    <ScreenHead>
      <Link className={styles.leave} to={links.kit(kit.id)} aria-label={t('Leave garage mode')}>
        <CloseIcon />
      </Link>
      <div className="grow">
        <Morph name={`kit-${kit.id}`}>
          <h1 className={styles.title}>{title}</h1>
        </Morph>
        {/* A kit without a name is called by these words already. */}
        {about !== title && <p className={`muted ellipsis ${styles.vehicle}`}>{about}</p>}
      </div>
      <Link className={styles.edit} to={links.editKit(kit.id)} aria-label={t('Edit Kit')}>
        <PencilIcon />
      </Link>
    </ScreenHead>
  )
})
