import { useCallback, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { Desk, DeskPage } from '../desk/desk.tsx'
import { deskLinks } from '../desk/adminData.ts'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import { useActs } from '../desk/acts.tsx'
import { Rows, Titled } from '../desk/AdminList.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import { editPart, type PartEdit, type Pieces, readPart, valueOf } from './correctionsData.ts'
import { PartFields } from './PartFields.tsx'
import { PartFits, PartReferences } from './PartFacts.tsx'
import { PartOffers } from './PartOffers.tsx'
import { WholePart } from './WholePart.tsx'
import { Made } from './Made.tsx'

/** A part: values of its sources, and corrections. */
export function AdminPartScreen({ id }: { id: string }) {
  return (
    <Desk roles={['catalogue']} at={deskLinks.part(id)}>
      <Part key={id} id={id} />
    </Desk>
  )
}

function Part({ id }: { id: string }) {
  const read = useCallback(() => readPart(id), [id])
  const from = useServerData(`desk-part:${id}`, read)
  const navigate = useNavigate()
  const [isGone, setGone] = useState(false)
  const acts = useActs(() => undefined)
  const part = from.data

  async function send(edit: PartEdit, title: string) {
    const next = await editPart(id, edit)
    if (next) from.change(next)
    else setGone(true)
    toast({ title, text: part ? valueOf(part, 'name') : '' })
    const to = edit.action === 'merge' ? deskLinks.part(edit.into) : deskLinks.catalogue()
    if (!next) void navigate(to, { replace: true })
  }

  if (isGone) return null
  if (!part) {
    return (
      <DeskPage title={t('Part')}>
        <NotLoaded
          from={from}
          loading={t('Loading part {id}...', { id })}
          rows={4}
          failed={t('Failed to load')}
          none={{ title: t('No such part'), text: t('It was merged into another, or removed.') }}
          action={<Link to={deskLinks.catalogue()}>{t('All parts')}</Link>}
        />
      </DeskPage>
    )
  }
  const pieces: Pieces = { part, acts, send }
  return (
    <DeskPage
      title={valueOf(part, 'name')}
      text={
        <>
          {valueOf(part, 'brand')} <span className="mono">{valueOf(part, 'partNumber')}</span>{' '}
          {part.isHidden && <Badge tone="bad">{t('Hidden')}</Badge>}{' '}
          {part.isDemo && <Badge tone="wait">{t('Demonstration data')}</Badge>}
        </>
      }
    >
      <StaleNote from={from} />
      {!part.isHidden && (
        <p>
          <Link to={links.product(valueOf(part, 'partNumber'), valueOf(part, 'brand'))}>
            {t('See it as shoppers do')}
          </Link>
        </p>
      )}
      {acts.result}
      <PartFields {...pieces} />
      <PartOffers {...pieces} />
      <PartFits {...pieces} />
      <PartReferences {...pieces} />
      <PartNames {...pieces} />
      <WholePart {...pieces} />
    </DeskPage>
  )
}

/** Other names that files and links may use for it, since it was renamed or others were merged into it. */
function PartNames({ part, acts, send }: Pieces) {
  if (part.aliases.length === 0) return null
  const rows = part.aliases.map((alias) => {
    const { partNumber, brand, name, kind } = alias
    const words = `${brand} ${partNumber}`
    const edit = { action: 'separate', partNumber, brand } as const
    return {
      key: words,
      title: words,
      text: (
        <>
          {name}. <Made act={kind === 'merged' ? 'merged' : 'renamed'} hand={alias} />
        </>
      ),
      acts: [
        kind === 'merged' && {
          name: t('Separate'),
          label: t('Separate {words}', { words }),
          call: () => send(edit, t('A part of its own with the next file')),
        },
      ],
    }
  })
  return (
    <Titled title={t('Goes by')}>
      <Rows of={rows} look="aside" acts={acts} />
    </Titled>
  )
}
