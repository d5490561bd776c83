/** Labels of the job sheet's fields. */
import type { StepWhat } from '#shared/kinds/step.ts'
import { type Later, later, t } from '#shared/words/words.ts'

interface StepWords {
  one: Later
  numbered: (number: number) => string
  removed: Later
  /** Placeholder of its text. */
  example: Later
  /** Label and placeholder of its value; a step has none. */
  value?: { name: Later; example: string }
}

export const STEP_WORDS: Record<StepWhat, StepWords> = {
  tool: {
    one: later('Tool'),
    numbered: (number) => t('Tool {number}', { number }),
    removed: later('Tool removed'),
    example: later('Socket, puller, jack stand'),
    value: { name: later('Size'), example: '10 mm' },
  },
  torque: {
    one: later('Torque'),
    numbered: (number) => t('Torque {number}', { number }),
    removed: later('Torque removed'),
    example: later('Which bolt or nut'),
    value: { name: later('Torque'), example: '30' },
  },
  fluid: {
    one: later('Fluid'),
    numbered: (number) => t('Fluid {number}', { number }),
    removed: later('Fluid removed'),
    example: later('Oil, coolant, grease'),
    value: { name: later('Capacity'), example: '8.5' },
  },
  step: {
    one: later('Step'),
    numbered: (number) => t('Step {number}', { number }),
    removed: later('Step removed'),
    example: later('What to do'),
  },
}
