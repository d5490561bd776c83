/** Tasks with sample parts, known offline. Kits store the English name; `worded` translates it. */
import { kept } from '../words/words.ts'

export const BUILT_IN_TASKS = [
  kept('Oil Change'),
  kept('Valley Pan Gasket Service'),
  kept('Engine Air Filter Replacement'),
  kept('Cabin Air Filter Replacement'),
  kept('Spark Plug Replacement'),
  kept('Coilpack Replacement'),
  kept('PCV Replacement'),
  kept('Tire Replacement'),
] as const

export const TASK_CATEGORY = 'General'
export const TASK_DIFFICULTY = 'Medium'
