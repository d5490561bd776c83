import { Badge } from '../ui/blocks/Badge.tsx'
import { InfoIcon } from '../ui/blocks/icons.tsx'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'

export function DemoBadge() {
  return <Badge tone="wait">{t('Demonstration data')}</Badge>
}

/** Marks made-up prices: nobody may take them for a shop's. */
export function DemoMark() {
  return (
    <p className="row top caution doubtful tight mb4">
      <InfoIcon />
      <span>
        <T text="<b>Demonstration data.</b> This part, its brand, merchants, ratings and prices are made up, and nothing here leads to a shop." />
      </span>
    </p>
  )
}
