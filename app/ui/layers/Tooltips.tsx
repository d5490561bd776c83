import { loadable } from '../browser/loadable.tsx'
import { usePreloaded } from '../browser/usePreloaded.ts'
import { useTip } from './useTip.ts'

const Tooltip = loadable(async () => (await import('./Tooltip.tsx')).Tooltip)

/** Tooltips of icon-only controls. Rendered once in the app. */
export function Tooltips() {
  const { target, keep } = useTip()
  const isReady = usePreloaded(Tooltip.preload, target !== null, { isQuiet: true })
  return target && isReady && <Tooltip target={target} onKeep={keep} />
}
