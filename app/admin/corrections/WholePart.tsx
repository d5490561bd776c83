import { listedParts } from '#shared/catalogue/correction.ts'

import { useCallback, useState } from 'react'

import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { t } from '#shared/words/words.ts'
import styles from '../../forms/forms.module.css'
import { ActButtons } from '../desk/acts.tsx'
import { AdminList, Titled } from '../desk/AdminList.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import { partsPath, type Pieces, readParts, valueOf } from './correctionsData.ts'

/** Hides, merges or removes the part. */
export function WholePart(pieces: Pieces) {
  const { part, acts, send } = pieces
  const { isHidden } = part
  const [isMerging, setMerging] = useState(false)
  return (
    <Titled title={t('The part as a whole')}>
      <div className="wrap">
        <ActButtons
          of={acts}
          acts={[
            {
              name: isHidden ? t('Show it again') : t('Hide it from shoppers'),
              call: () =>
                send(
                  { action: isHidden ? 'show' : 'hide' },
                  isHidden ? t('Part shown again') : t('Part hidden'),
                ),
            },
            {
              name: t('Merge into another'),
              isExpanded: isMerging,
              onPress: () => setMerging(!isMerging),
            },
            {
              name: t('Remove it'),
              variant: 'danger',
              question: {
                title: t('Remove {name}?', { name: valueOf(part, 'name') }),
                words: [t('Remove the part'), t('Removing...')],
                text: t(
                  'Its offers and their past prices are deleted for good. No file brings it back, until you let it in again on the catalogue’s page.',
                ),
              },
              call: () => send({ action: 'remove' }, t('Part removed')),
            },
          ]}
        />
      </div>
      {isMerging && (
        <div className={styles.more}>
          <OtherParts {...pieces} />
        </div>
      )}
    </Titled>
  )
}

/** Parts to merge into, shown at most. */
const MOST_OTHERS = 10

function OtherParts({ part, send }: Pieces) {
  const [q, setQ] = useState('')
  const read = useCallback(() => readParts(listedParts, partsPath({ q, state: 'all' })), [q])
  const found = useServerData(`merge:${q}`, read)
  const others = found.data?.parts.filter(({ id }) => id !== part.id).slice(0, MOST_OTHERS)
  return (
    <AdminList
      title={t('Parts')}
      isInner
      from={{ ...found, data: others }}
      empty={t('No such parts')}
      look="aside"
      search={{
        name: t('The part that remains'),
        label: t('Find the part that remains'),
        placeholder: t('Words, brand or number'),
        maxLength: MAX_SEARCH,
        onSearch: setQ,
      }}
      row={({ id, name, brand, partNumber }) => ({
        key: id,
        title: name,
        text: (
          <>
            {brand} <span className="mono">{partNumber}</span>
          </>
        ),
        acts: [
          {
            name: t('Merge into this'),
            label: t('Merge into this: {brand} {partNumber}', { brand, partNumber }),
            question: {
              title: t('Merge into {name}?', { name }),
              words: [t('Merge them'), t('Merging...')],
              text: t(
                'Its offers, cars and numbers go to {brand} {partNumber}, and its own number leads there. What was corrected of its name is lost.',
                { brand, partNumber },
              ),
            },
            call: () => send({ action: 'merge', into: id }, t('Parts merged')),
          },
        ],
      })}
    />
  )
}
