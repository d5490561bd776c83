import type { Build } from '../kits/open/builds.ts'

import { useKitState } from '../kits/state/useKitState.ts'
import { WitnessMark } from '../ui/blocks/WitnessMark.tsx'
import styles from './Garage.module.css'

/** Where the ticks are. At the end of the page: what changes here moves no part from under a thumb. */
export function KitPlace({ build }: { build: Build }) {
  const { status, statusMark, hasArrived } = useKitState(build)
  return (
    <p className={styles.place}>
      {statusMark && <WitnessMark state={statusMark} isDrawn={hasArrived} />}
      {status}
    </p>
  )
}
