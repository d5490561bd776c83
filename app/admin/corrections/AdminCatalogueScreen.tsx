import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { type DeskMerchant, listedParts } from '#shared/catalogue/correction.ts'

import { t, type Later, later, many, say } from '#shared/words/words.ts'
import { AdminDenied, AdminNav, useDesk } from '../desk/desk.tsx'
import { deskLinks } from '../desk/deskLinks.ts'
import { Column, OfflineNote } from '../../forms/FormParts.tsx'
import { DeskMerchants } from './DeskMerchants.tsx'
import { RemovedParts } from './RemovedParts.tsx'
import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { AdminList } from '../desk/AdminList.tsx'
import { usePages } from '../desk/usePages.ts'
import { partsPath, type PartState, readParts } from './correctionsData.ts'

/** Search and correction of the catalogue. The server checks each call itself. */
export function AdminCatalogueScreen() {
  const account = useDesk('catalogue')
  const [changed, setChanged] = useState(0)
  const [seller, setSeller] = useState<DeskMerchant | null>(null)
  const parts = useRef<HTMLDivElement>(null)
  if (!account) return <AdminDenied from={deskLinks.catalogue()} />
  return (
    <Column
      title={t('Catalogue')}
      text={t('What you correct here stands, whatever later files say, until you take it back.')}
      isWide
    >
      <AdminNav at={deskLinks.catalogue()} />
      <OfflineNote text={t('This is what was last known. Corrections are made on the server.')} />
      <div ref={parts}>
        <DeskParts seller={seller} onAll={() => setSeller(null)} />
      </div>
      <DeskMerchants
        key={`merchants ${changed}`}
        onRemoved={() => setChanged(changed + 1)}
        onParts={(merchant) => {
          setSeller(merchant)
          parts.current?.scrollIntoView()
        }}
      />
      <RemovedParts key={changed} />
    </Column>
  )
}

const STATES = [
  { value: 'all', name: later('All') },
  { value: 'corrected', name: later('Corrected') },
  { value: 'hidden', name: later('Hidden') },
] as const

const EMPTY: Record<PartState, readonly [title: Later, text: Later]> = {
  all: [later('No such parts'), later('Try fewer words, or another spelling of the number.')],
  corrected: [later('Nothing corrected'), later('Each part is as its sources say.')],
  hidden: [later('No hidden parts'), later('Shoppers find every part there is.')],
}

/** All parts, hidden ones too, found by words and numbers. */
function DeskParts({
  seller,
  onAll,
}: {
  /** Only what this merchant sells; null for all. */
  seller: DeskMerchant | null
  /** Clears the restriction. */
  onAll: () => void
}) {
  const [q, setQ] = useState('')
  const [state, setState] = useState<PartState>('all')
  const from = usePages(
    partsPath({ q, state, ...(seller && { merchant: seller.id }) }),
    listedParts,
    ({ parts }) => parts,
    readParts,
  )
  const [title, text] = EMPTY[q === '' && !seller ? state : 'all']
  return (
    <AdminList
      title={seller ? t('Parts of {name}', { name: seller.name }) : t('Parts')}
      from={from}
      loading={t('Loading parts...')}
      empty={[say(title), say(text)]}
      more="parts"
      file="parts"
      search={{
        name: t('Parts'),
        label: t('Find a part'),
        placeholder: t('Words, brand or number'),
        maxLength: MAX_SEARCH,
        onSearch: setQ,
        children: (
          <>
            <Segments
              label={t('Which parts')}
              choices={STATES}
              chosen={state}
              onChoose={setState}
            />
            {seller && <Button onClick={onAll}>{t('Of all merchants')}</Button>}
          </>
        ),
      }}
      row={({ id, name, brand, partNumber, category, isHidden, corrections }) => ({
        key: id,
        title: <Link to={deskLinks.part(id)}>{name}</Link>,
        badges: [
          isHidden && [t('Hidden'), 'bad'],
          corrections > 0 && [
            many(corrections, '{count} correction', '{count} corrections'),
            'info',
          ],
        ],
        text: (
          <>
            {brand} <span className="mono">{partNumber}</span>
            {category && `, ${category}`}
          </>
        ),
      })}
    />
  )
}
