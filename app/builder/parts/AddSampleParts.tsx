import type { ReactNode } from 'react'

import { useState } from 'react'

import type { Build } from '../../kits/open/builds.ts'
import type { RowActions } from './rowActions.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { ListPlusIcon } from '../../ui/blocks/icons.tsx'
import { useOffers } from '../../ui/browser/offers.ts'
import styles from '../builder.module.css'
import { t, worded } from '#shared/words/words.ts'

/** The head of the parts list with its button: one press adds all samples of the chosen task. */
export function AddSampleParts({
  build,
  actions,
  children,
}: {
  build: Build
  actions: RowActions
  children: ReactNode
}) {
  const { task } = build.kit
  // The task it was asked for without an answer; choosing another one takes the word away.
  const [askedFor, setAskedFor] = useState<string | null>(null)

  async function handleAdd() {
    const { addSamples } = await import('./addSamples.ts')
    if (!addSamples(task, actions)) setAskedFor(task)
  }
  useOffers(() => [
    { name: t('Add sample parts'), icon: <ListPlusIcon />, onChoose: () => void handleAdd() },
  ])

  return (
    <>
      <div className={styles.sectionHead}>
        {children}
        <Button
          variant="ghost"
          size="s"
          className={styles.flushRight}
          // The second half of a double click is no second wish.
          onClick={({ detail }) => detail < 2 && void handleAdd()}
        >
          <ListPlusIcon />
          {t('Add sample parts')}
        </Button>
      </div>
      <div role="status">
        {askedFor === task && (
          <p className={styles.sectionNote}>
            {task === ''
              ? t('Choose a task first: sample parts belong to a task.')
              : t('There are no sample parts for {task}, only for the tasks that are built in.', {
                  task: worded(task),
                })}
          </p>
        )}
      </div>
    </>
  )
}
