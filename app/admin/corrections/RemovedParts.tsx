import { type RemovedParts as Page, removedParts } from '#shared/catalogue/correction.ts'
import { t } from '#shared/words/words.ts'

import { deskPath, post } from '../desk/adminData.ts'
import { AdminList } from '../desk/AdminList.tsx'
import { usePages } from '../desk/usePages.ts'

/** Merchants first; `what` is "Corvane LX 1006", or "Merchant". */
const keptOf = ({ parts, merchants }: Page) => [
  ...merchants.map(({ key, ...kept }) => ({ ...kept, what: t('Merchant'), is: { merchant: key } })),
  ...parts.map(({ partNumber, brand, ...kept }) => ({
    ...kept,
    what: `${brand} ${partNumber}`,
    is: { partNumber, brand },
  })),
]

/** Removed parts, which no import brings back. */
export function RemovedParts() {
  return (
    <AdminList
      title={t('Removed, and kept out')}
      from={usePages(deskPath('catalogue', 'removed'), removedParts, keptOf)}
      empty={t('What you remove stands here, to be let in again.')}
      look="aside"
      row={({ name, what, by, at, is }, when) => {
        const time = when(at)
        const words = by ? t('Removed {time} by {by}', { time, by }) : t('Removed {time}', { time })
        return {
          key: `${what} ${JSON.stringify(is)}`,
          title: name,
          text: `${what}. ${words}`,
          acts: [
            {
              name: t('Let in'),
              label: t('Let in {name}', { name }),
              call: () => post(['catalogue', 'removed'], is),
              said: {
                title: t('Let in again'),
                text: t('The next file that names it brings {name}.', { name }),
              },
            },
          ],
        }
      }}
    />
  )
}
