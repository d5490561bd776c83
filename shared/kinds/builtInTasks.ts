/**
 * The tasks every installation knows without a network; each has built-in sample parts. `worded`
 * says them: a kit keeps the English name.
 */
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
