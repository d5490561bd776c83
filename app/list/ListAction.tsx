import type { Build } from '../kits/open/builds.ts'

import { isBlankLine } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { priceSum } from '#shared/kinds/priceSum.ts'
import { t } from '#shared/words/words.ts'
import { track } from '../telemetry/track.ts'
import { CustomizeIcon, PencilIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Sum } from '../ui/text/Sum.tsx'
import styles from './List.module.css'

/** What the list costs, and the one thing to do with it: whose it is edits it, others copy it. */
export function ListAction({ build: { kit, isMine } }: { build: Build }) {
  const look = { variant: 'primary', size: 'l', className: styles.main ?? '' } as const
  return (
    <section className={styles.action} aria-label={t('Total and what to do with it')}>
      <div className={styles.total}>
        <b className="num">
          <Sum sum={priceSum(kit.lines, kit)} />
        </b>
        <span className="num">
          {partsAndPieces(kit.lines.filter((line) => !isBlankLine(line)))}
        </span>
      </div>
      {isMine ? (
        <LinkButton {...look} to={links.build(kit.buildId)}>
          <PencilIcon />
          {t('Edit this parts list')}
        </LinkButton>
      ) : (
        <LinkButton
          {...look}
          to={links.copy(kit.buildId)}
          onClick={() => track({ name: 'customize', place: 'list' })}
        >
          <CustomizeIcon />
          {t('Make it mine')}
        </LinkButton>
      )}
    </section>
  )
}
