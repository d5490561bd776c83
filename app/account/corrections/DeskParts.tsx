import type { DeskMerchant, ListedPart, ListedParts } from '#shared/catalogue/correction.ts'
import type { PartState } from './correctionsData.ts'

import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'

import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { counted } from '#shared/text/counted.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segments } from '../../ui/Segments.tsx'
import styles from '../account.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import { deskLinks } from '../desk/deskLinks.ts'
import { DeskSearch } from '../desk/DeskSearch.tsx'
import { MoreAndFile } from '../desk/MoreAndFile.tsx'
import { usePages } from '../desk/usePages.ts'
import { partsFile, readParts } from './correctionsData.ts'

const STATES = [
  { value: 'all', name: 'All' },
  { value: 'corrected', name: 'Corrected' },
  { value: 'hidden', name: 'Hidden' },
] as const

const EMPTY: Record<PartState, { title: string; text: string }> = {
  all: { title: 'No such parts', text: 'Try fewer words, or another spelling of the number.' },
  corrected: { title: 'Nothing corrected', text: 'Each part is as its sources say.' },
  hidden: { title: 'No hidden parts', text: 'Shoppers find every part there is.' },
}

const partsOf = ({ parts }: ListedParts) => parts

/** All parts, hidden ones too, found by words and numbers. */
export function DeskParts({
  adminId,
  seller,
  onAll,
}: {
  adminId: string
  /** Only what this merchant sells; null for all. */
  seller: DeskMerchant | null
  /** All are asked for again. */
  onAll: () => void
}) {
  const [q, setQ] = useState('')
  const [state, setState] = useState<PartState>('all')
  const merchant = seller?.id
  const asked = useMemo(
    () => ({ q, state, ...(merchant !== undefined && { merchant }) }),
    [q, state, merchant],
  )
  const read = useCallback((after?: string) => readParts(asked, after), [asked])
  const pages = usePages(`desk-parts:${adminId}:${JSON.stringify(asked)}`, read, partsOf)
  return (
    <section className={styles.form}>
      <DeskSearch
        name="Parts"
        label="Find a part"
        placeholder="Words, brand or number"
        maxLength={MAX_SEARCH}
        onSearch={setQ}
      >
        <Segments label="Which parts" choices={STATES} chosen={state} onChoose={setState} />
        {seller && <Button onClick={onAll}>Of all merchants</Button>}
      </DeskSearch>
      <AdminSection
        title={seller ? `Parts of ${seller.name}` : 'Parts'}
        from={pages.list}
        loading="Loading parts..."
        count={0}
        empty={EMPTY[q === '' && !seller ? state : 'all']}
        after={<MoreAndFile of="parts" {...pages} file={partsFile(asked)} />}
      >
        {(parts) => parts.map((part) => <PartRow key={part.id} part={part} />)}
      </AdminSection>
    </section>
  )
}

function PartRow({
  part: { id, name, brand, partNumber, category, isHidden, corrections },
}: {
  part: ListedPart
}) {
  return (
    <li className={styles.item}>
      <div className={styles.rowTitle}>
        <Link to={deskLinks.part(id)}>{name}</Link>
        {isHidden && <Badge tone="bad">Hidden</Badge>}
        {corrections > 0 && <Badge tone="info">{counted(corrections, 'correction')}</Badge>}
      </div>
      <div className="muted small">
        {brand} <span className="mono">{partNumber}</span>
        {category && `, ${category}`}
      </div>
    </li>
  )
}
