import type { OpenPart } from '../prices/parts.ts'
import type { OfferView } from './offerView.ts'

import { Button } from '../ui/controls/Button.tsx'
import { PlusIcon } from '../ui/blocks/icons.tsx'
import styles from './Part.module.css'
import { useAddToKit } from './useAddToKit.ts'
import { WatchPrice } from './WatchPrice.tsx'
import { t } from '#shared/words/words.ts'

/** What to do with a part beside buying it: into the current kit, or wait for a lower price. */
export function PartActions({
  part,
  best,
  views,
}: {
  part: OpenPart
  best: OfferView | undefined
  views: readonly OfferView[]
}) {
  const { title, isReady, add } = useAddToKit()
  return (
    <div className={styles.actions}>
      <Button aria-disabled={!isReady} onClick={() => add(part, best?.offer ?? views[0]?.offer)}>
        <PlusIcon />
        <span className="ellipsis">
          {title ? t('Add to {kit}', { kit: title }) : t('Add to a kit')}
        </span>
      </Button>
      <WatchPrice part={part} best={best} />
    </div>
  )
}
