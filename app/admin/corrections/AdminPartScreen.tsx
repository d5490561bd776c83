import { useCallback, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { AdminDenied, AdminNav, useDesk } from '../desk/desk.tsx'
import { deskLinks } from '../desk/deskLinks.ts'
import { Column, FormResult, OfflineNote } from '../../forms/FormParts.tsx'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import { useAction } from '../../forms/useAction.ts'
import { useServerData } from '../../forms/useServerData.ts'
import { editPart, type PartEdit, type Pieces, readPart, valueOf } from './correctionsData.ts'
import { PartFields } from './PartFields.tsx'
import { PartFits, PartReferences } from './PartFacts.tsx'
import { PartOffers } from './PartOffers.tsx'
import { WholePart } from './WholePart.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import look from '../catalogue/Dashboard.module.css'
import { Made } from './Made.tsx'

/** A part: values of its sources, and corrections. */
export function AdminPartScreen({ id }: { id: string }) {
  const account = useDesk('catalogue')
  if (!account) return <AdminDenied from={deskLinks.part(id)} />
  return <Part key={id} id={id} />
}

function Part({ id }: { id: string }) {
  const read = useCallback(() => readPart(id), [id])
  const from = useServerData(`desk-part:${id}`, read)
  const navigate = useNavigate()
  const [isGone, setGone] = useState(false)
  const { run, isBusy, failure } = useAction(t('This could not be done. Please try again.'))
  const part = from.data

  async function handleEdit(edit: PartEdit, title: string): Promise<boolean> {
    const isDone = await run(async () => {
      const next = await editPart(id, edit)
      if (next) from.change(next)
      else setGone(true)
      toast({ title, text: part ? valueOf(part, 'name') : '' })
      const to = next ? null : edit.action === 'merge' ? deskLinks.part(edit.into) : null
      if (!next) void navigate(to ?? deskLinks.catalogue(), { replace: true })
    })
    return isDone
  }

  if (isGone) return null
  if (!part) {
    return (
      <Column title={t('Part')} isWide>
        <AdminNav at="" />
        <NotLoaded
          from={from}
          loading={t('Loading part {id}...', { id })}
          rows={4}
          failed={t('Failed to load')}
          none={{ title: t('No such part'), text: t('It was merged into another, or removed.') }}
          action={<Link to={deskLinks.catalogue()}>{t('All parts')}</Link>}
        />
      </Column>
    )
  }
  const pieces: Pieces = { part, isBusy, onEdit: handleEdit }
  return (
    <Column
      title={valueOf(part, 'name')}
      text={
        <>
          {valueOf(part, 'brand')} <span className="mono">{valueOf(part, 'partNumber')}</span>{' '}
          {part.isHidden && <Badge tone="bad">{t('Hidden')}</Badge>}{' '}
          {part.isDemo && <Badge tone="wait">{t('Demonstration data')}</Badge>}
        </>
      }
      isWide
    >
      <AdminNav at="" />
      <OfflineNote text={t('This is what was last known. Corrections are made on the server.')} />
      <StaleNote from={from} />
      {!part.isHidden && (
        <p>
          <Link to={links.product(valueOf(part, 'partNumber'), valueOf(part, 'brand'))}>
            {t('See it as shoppers do')}
          </Link>
        </p>
      )}
      <FormResult text={failure} />
      <PartFields {...pieces} />
      <PartOffers {...pieces} />
      <PartFits {...pieces} />
      <PartReferences {...pieces} />
      <PartNames {...pieces} />
      <WholePart {...pieces} failure={failure} />
    </Column>
  )
}

/** Other names that files and links may use for it, since it was renamed or others were merged into it. */
function PartNames({ part, isBusy, onEdit }: Pieces) {
  if (part.aliases.length === 0) return null
  return (
    <section>
      <h2 className={styles.mainTitle}>{t('Goes by')}</h2>
      <ul className="card">
        {part.aliases.map((alias) => {
          const { partNumber, brand, name, kind } = alias
          const words = `${brand} ${partNumber}`
          return (
            <li key={words} className={`${styles.item} ${kind === 'merged' ? look.aside : ''}`}>
              <div className={styles.rowTitle}>{words}</div>
              <div className="muted small">
                {name}. <Made act={kind === 'merged' ? 'merged' : 'renamed'} hand={alias} />
              </div>
              {kind === 'merged' && (
                <div className={styles.itemActions}>
                  <Button
                    aria-disabled={isBusy}
                    aria-label={t('Separate {words}', { words })}
                    onClick={() =>
                      void onEdit(
                        { action: 'separate', partNumber, brand },
                        t('A part of its own with the next file'),
                      )
                    }
                  >
                    {t('Separate')}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
