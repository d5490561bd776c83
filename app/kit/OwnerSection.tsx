import { Link, useNavigate } from 'react-router-dom'

import type { Car } from '#shared/kinds/maintenance.ts'

import { type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { t, worded } from '#shared/words/words.ts'
import { useDueJobs } from '../data/kits/index/useLog.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { ChevronRightIcon, CustomizeIcon, TrashIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { toast } from '../ui/browser/toast.ts'
import { useNow } from '../ui/browser/useNow.ts'
import styles from './Kit.module.css'

interface OwnerSectionProps {
  kit: Kit
  /** Its vehicle's VIN, '' for none. */
  vin: string
  /** Set where the dock has no room for it. */
  customizeTo?: string
}

/** Owner-only actions of a kit. */
export function OwnerSection({ kit, vin, customizeTo }: OwnerSectionProps) {
  const navigate = useNavigate()

  async function handleDelete() {
    const name = kitTitle(kit, t('Untitled draft'))
    try {
      const { deleteKit } = await import('../data/kits/open/saveKit.ts')
      // Navigates first: this page would say that there is no such kit.
      void navigate(links.kits())
      await deleteKit(kit.id)
    } catch {
      return sayFailed(t('Failed to delete kit'))
    }
    toast({
      title: t('Kit deleted'),
      text: t('"{name}" is gone from your kits, and its link stops working.', { name }),
      action: { label: t('Undo'), onPress: () => void handleUndo() },
    })
  }

  async function handleUndo() {
    try {
      const { undeleteKit } = await import('../data/kits/open/saveKit.ts')
      await undeleteKit(kit.id)
    } catch {
      return sayFailed(t('Failed to restore kit'))
    }
    void navigate(links.kit(kit.buildId || kit.id))
  }

  return (
    <section className={styles.owner} aria-labelledby="your-kit">
      <h2 id="your-kit">{t('Your kit')}</h2>
      <p className="muted small">
        {t('Deleting takes it away from everybody who has the link. You can undo it right after.')}
      </p>
      <DueHere car={{ vehicle: kit.vehicle, vin }} />
      <div className="row wrap">
        {customizeTo && (
          <LinkButton to={customizeTo}>
            <CustomizeIcon />
            {t('Customize This Kit')}
          </LinkButton>
        )}
        <LinkButton to={links.logJob(kit.id)}>{t('Log this job')}</LinkButton>
        <Button variant="danger" onClick={() => void handleDelete()}>
          <TrashIcon />
          {t('Delete kit')}
        </Button>
      </div>
    </section>
  )
}

/** Due services of the kit's vehicle, from the log. */
function DueHere({ car }: { car: Car }) {
  const due = useDueJobs(useNow(), car)
  if (due.length === 0) return null
  return (
    <ul className="row wrap" aria-label={t('Due on this vehicle')}>
      {due.map(({ id, task, state, vin }) => (
        <li key={`${id} ${task}`}>
          <Link className={`row muted ${styles.due}`} to={links.logAt(id)}>
            <Badge tone={state === 'overdue' ? 'bad' : 'wait'}>
              {dueWords(worded(task), state === 'overdue')}
              {vin && `, ${t('VIN ends {end}', { end: vin.slice(-4) })}`}
            </Badge>
            <ChevronRightIcon />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function dueWords(task: string, isOverdue: boolean): string {
  return isOverdue ? t('{task} overdue', { task }) : t('{task} due soon', { task })
}

function sayFailed(title: string): void {
  toast({ title, text: t('Something went wrong'), tone: 'error' })
}
