import type { DeskMerchant, ListedPart, ListedParts } from '#shared/catalogue/correction.ts'
import type { PartState } from './correctionsData.ts'

import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'

import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { type Later, later, many, say, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import styles from '../account.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import { deskLinks } from '../desk/deskLinks.ts'
import { DeskSearch } from '../desk/DeskSearch.tsx'
import { MoreAndFile } from '../desk/MoreAndFile.tsx'
import { usePages } from '../desk/usePages.ts'
import { partsFile, readParts } from './correctionsData.ts'

const STATES = [
  { value: 'all', name: later('All') },
  { value: 'corrected', name: later('Corrected') },
  { value: 'hidden', name: later('Hidden') },
] as const

const EMPTY: Record<PartState, { title: Later; text: Later }> = {
  all: {
    title: later('No such parts'),
    text: later('Try fewer words, or another spelling of the number.'),
  },
  corrected: { title: later('Nothing corrected'), text: later('Each part is as its sources say.') },
  hidden: { title: later('No hidden parts'), text: later('Shoppers find every part there is.') },
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
  const empty = EMPTY[q === '' && !seller ? state : 'all']
  return (
    <section className={styles.form}>
      <DeskSearch
        name={t('Parts')}
        label={t('Find a part')}
        placeholder={t('Words, brand or number')}
        maxLength={MAX_SEARCH}
        onSearch={setQ}
      >
        <Segments label={t('Which parts')} choices={STATES} chosen={state} onChoose={setState} />
        {seller && <Button onClick={onAll}>{t('Of all merchants')}</Button>}
      </DeskSearch>
      <AdminSection
        title={seller ? t('Parts of {name}', { name: seller.name }) : t('Parts')}
        from={pages.list}
        loading={t('Loading parts...')}
        count={0}
        empty={{ title: say(empty.title), text: say(empty.text) }}
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
        {isHidden && <Badge tone="bad">{t('Hidden')}</Badge>}
        {corrections > 0 && (
          <Badge tone="info">
            {many(corrections, '{count} correction', '{count} corrections')}
          </Badge>
        )}
      </div>
      <div className="muted small">
        {brand} <span className="mono">{partNumber}</span>
        {category && `, ${category}`}
      </div>
    </li>
  )
}
