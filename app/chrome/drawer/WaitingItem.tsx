import type { ComponentType } from 'react'

import type { Waiting, WaitingWhat } from './readOutbox.ts'

import {
  LayersIcon,
  ListIcon,
  ListPlusIcon,
  MailIcon,
  MessageIcon,
  SaveIcon,
  WrenchIcon,
} from '../../ui/blocks/icons.tsx'
import { ago } from '../../ui/text/time.ts'
import styles from './Drawer.module.css'
import { waitingText } from './drawerWords.ts'

const ICONS: Record<WaitingWhat, ComponentType> = {
  save: SaveIcon,
  comment: MessageIcon,
  parts: ListIcon,
  kit: LayersIcon,
  task: ListPlusIcon,
  log: WrenchIcon,
  message: MailIcon,
}

/** What waits to be sent of one kit: what it is, of which kit, since when. */
export function WaitingItem({ waiting, now }: { waiting: Waiting; now: number }) {
  const Icon = ICONS[waiting.what]
  const { name, about } = waitingText(waiting)
  return (
    <li className={styles.waiting}>
      <Icon />
      <div className="grow">
        <div className={`ellipsis ${styles.title}`}>{name}</div>
        <div className="muted small ellipsis">{about}</div>
      </div>
      <span className="muted small nowrap num">{ago(waiting.since, now)}</span>
    </li>
  )
}
