import type { PartEdit } from './correctionsData.ts'

import { useCallback, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { toast } from '../../ui/layers/toast.ts'
import { AdminDenied } from '../desk/AdminDenied.tsx'
import { AdminNav } from '../desk/AdminNav.tsx'
import { deskLinks } from '../desk/deskLinks.ts'
import { isStatus, serverWords } from '../failureWords.ts'
import { Column, FormResult, OfflineNote } from '../FormParts.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { useAction } from '../useAction.ts'
import { useServerData } from '../useServerData.ts'
import { editPart, readPart } from './correctionsData.ts'
import { type Pieces, valueOf } from './pieces.ts'
import { PartFields } from './PartFields.tsx'
import { PartFits, PartReferences } from './PartFacts.tsx'
import { PartNames } from './PartNames.tsx'
import { PartOffers } from './PartOffers.tsx'
import { WholePart } from './WholePart.tsx'

/** One part: what sources say of it, and what stands instead. */
export function AdminPartScreen({ id }: { id: string }) {
  const account = useAccount()
  if (!account?.isAdmin || account.isExpired) {
    return <AdminDenied isSignedIn={account !== null} from={deskLinks.part(id)} />
  }
  return <Part key={id} id={id} adminId={account.id} />
}

function Part({ id, adminId }: { id: string; adminId: string }) {
  const read = useCallback(() => readPart(id), [id])
  const from = useServerData(`desk-part:${adminId}:${id}`, read)
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
  if (!part) return <Missing id={id} from={from} />
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

function Missing({
  id,
  from: { error, isLoading },
}: {
  id: string
  from: { error: unknown; isLoading: boolean }
}) {
  return (
    <Column title={t('Part')} isWide>
      <AdminNav at="" />
      {isLoading ? (
        <Skeleton label={t('Loading part {id}...', { id })} rows={4} />
      ) : (
        <EmptyState
          role="alert"
          mark={<CircleAlertIcon />}
          title={isStatus(error, 404) ? t('No such part') : t('Failed to load')}
          text={
            isStatus(error, 404)
              ? t('It was merged into another, or removed.')
              : serverWords(error, t('Please check your connection and try again'))
          }
          action={<Link to={deskLinks.catalogue()}>{t('All parts')}</Link>}
        />
      )}
    </Column>
  )
}
