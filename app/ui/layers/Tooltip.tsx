// Import it lazily: this file brings Radix along.
import { Tooltip as RadixTooltip } from 'radix-ui'

import { TIP_MARK } from './useTip.ts'
import styles from './Tooltip.module.css'

/**
 * The words of one control's `data-tip`. Only for eyes: they are the control's own name, which a
 * screen reader has said already.
 * @param props.onKeep called while the pointer is on the words themselves
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
