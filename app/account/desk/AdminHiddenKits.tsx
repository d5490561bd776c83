import type { HiddenKit, HiddenKitsPage } from '#shared/desk/people.ts'

import { useEffect } from 'react'

import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import { fileOf, readHiddenKits, showKit } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { usePages } from './usePages.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'

const itemsOf = ({ kits }: HiddenKitsPage) => kits

/**
 * Kits that were hidden, and the way back.
 * @param props.decided how often something was decided, which may have hidden one
 */
export function AdminHiddenKits({
  adminId,
  decided,
  onDecided,
}: {
  adminId: string
  decided: number
  onDecided: () => void
}) {
  const { list: kits, ...more } = usePages(`hiddenKits:${adminId}`, readHiddenKits, itemsOf)
  const { run, isBusy, failure } = useAction(t('The kit could not be shown. Please try again.'))
  const now = useNow()
  const { reload } = kits
  useEffect(() => {
    if (decided > 0) reload()
  }, [decided, reload])

  async function handleShow(kit: HiddenKit) {
    if (!(await run(() => showKit(kit.kitId)))) return
    toast({ title: t('Kit shown again'), text: nameOf(kit) })
    onDecided()
  }

  return (
    <AdminSection
      title={t('Hidden kits')}
      from={kits}
      loading={t('Loading hidden kits...')}
      empty={{
        title: t('No hidden kits'),
        text: t('A kit that is hidden can be shown again here.'),
      }}
      after={
        <>
          <MoreAndFile
            of="hiddenKits"
            {...more}
            file={kits.data?.length ? fileOf('hidden-kits', 'hidden-kits') : null}
          />
          <FormResult text={failure} />
        </>
      }
    >
      {(items) =>
        items.map((kit) => (
          <li className={styles.item} key={kit.kitId}>
            <div className={styles.rowTitle}>{nameOf(kit)}</div>
            <div className="muted small">
              <T
                text="{buildId}, hidden {time}"
                buildId={<span className="mono">{kit.buildId}</span>}
                time={dayAndTime(Date.parse(kit.hiddenAt), now)}
              />
            </div>
            <div className={styles.itemActions}>
              <Button
                aria-disabled={isBusy}
                aria-label={t('Show again {name}', { name: nameOf(kit) })}
                onClick={() => void handleShow(kit)}
              >
                {t('Show again')}
              </Button>
            </div>
          </li>
        ))
      }
    </AdminSection>
  )
}

const nameOf = ({ kitName }: HiddenKit) => kitName || t('Untitled kit')
