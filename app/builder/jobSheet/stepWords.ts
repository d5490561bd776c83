/** What the fields of the job sheet are called. */
import type { StepWhat } from '#shared/kinds/step.ts'

interface StepWords {
  one: string
  /** An example of its text. */
  example: string
  /** What its value is called, and an example; a step has none. */
  value?: { name: string; example: string }
}

export const STEP_WORDS: Record<StepWhat, StepWords> = {
  tool: {
    one: 'Tool',
    example: 'Socket, puller, jack stand',
    value: { name: 'Size', example: '10 mm' },
  },
  torque: {
    one: 'Torque',
    example: 'Which bolt or nut',
    value: { name: 'Torque', example: '30' },
  },
  fluid: {
    one: 'Fluid',
    example: 'Oil, coolant, grease',
    value: { name: 'Capacity', example: '8.5' },
  },
  step: { one: 'Step', example: 'What to do' },
}
