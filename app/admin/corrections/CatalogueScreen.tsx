import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { type DeskMerchant, listedParts } from '#shared/catalogue/correction.ts'

import { links } from '#shared/links.ts'
import { t, type Later, later, many, say } from '#shared/words/words.ts'
import { Desk } from '../desk/desk.tsx'
import { deskLinks } from '../desk/adminData.ts'
import { DeskMerchants } from './DeskMerchants.tsx'
import { RemovedParts } from './RemovedParts.tsx'
import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { AdminList, Small, Titled } from '../desk/AdminList.tsx'
import { Dashboard } from '../catalogue/Dashboard.tsx'
import { usePages } from '../desk/usePages.ts'
import { partsPath, type PartState, readParts } from './correctionsData.ts'

/** All of the catalogue: its sources and runs, parts and merchants, and what was corrected. */
export function CatalogueScreen() {
  return (
    <Desk roles={['catalogue']} at={links.admin()}>
      <Dashboard>{(ended) => <Corrections key={ended} />}</Dashboard>
    </Desk>
  )
}

function Corrections() {
  const [changed, setChanged] = useState(0)
  const [seller, setSeller] = useState<DeskMerchant | null>(null)
  const parts = useRef<HTMLDivElement>(null)
  return (
    <>
      <Titled id="parts" title={t('Parts and merchants')}>
        <Small>
          {t('What you correct here stands, whatever later files say, until you take it back.')}
        </Small>
      </Titled>
      <DeskMerchants
        key={`merchants ${changed}`}
        onRemoved={() => setChanged(changed + 1)}
        onParts={(merchant) => {
          setSeller(merchant)
          parts.current?.scrollIntoView()
        }}
      />
      <RemovedParts key={changed} />
      <div ref={parts}>
        <DeskParts seller={seller} onAll={() => setSeller(null)} />
      </div>
    </>
  )
}

const STATES = [
  { value: 'all', name: later('All') },
  { value: 'corrected', name: later('Corrected') },
  { value: 'hidden', name: later('Hidden') },
] as const

const EMPTY: Record<PartState, Later> = {
  all: later('No such parts'),
  corrected: later('Nothing corrected'),
  hidden: later('No hidden parts'),
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
  return (
    <AdminList
      title={seller ? t('Parts of {name}', { name: seller.name }) : t('Parts')}
      from={from}
      empty={say(EMPTY[q === '' && !seller ? state : 'all'])}
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
