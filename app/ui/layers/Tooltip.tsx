// Import it lazily: this file brings Radix along.
import { Tooltip as RadixTooltip } from 'radix-ui'

import { TIP_MARK } from './useTip.ts'
import styles from './Tooltip.module.css'

/**
 * Tooltip of a control's `data-tip`. Visual only: it repeats the accessible name.
 * @param props.onKeep called while the pointer is on the tooltip
 */
export function Tooltip({ target, onKeep }: { target: HTMLElement; onKeep: () => void }) {
  const { left, top, width, height } = target.getBoundingClientRect()
  return (
    <RadixTooltip.Provider>
      <RadixTooltip.Root key={`${left} ${top}`} open>
        <RadixTooltip.Trigger asChild>
          <span className={styles.anchor} style={{ left, top, width, height }} aria-hidden="true" />
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            className={styles.tip}
            sideOffset={4}
            collisionPadding={8}
            aria-hidden="true"
            onPointerMove={onKeep}
            {...{ [TIP_MARK]: '' }}
          >
            {target.dataset['tip']}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}
