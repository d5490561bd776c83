/** The tasks every installation knows without a network; each has built-in sample parts. */
export const BUILT_IN_TASKS = [
  'Oil Change',
  'Valley Pan Gasket Service',
  'Engine Air Filter Replacement',
  'Cabin Air Filter Replacement',
  'Spark Plug Replacement',
  'Coilpack Replacement',
  'PCV Replacement',
  'Tire Replacement',
] as const

export const TASK_CATEGORY = 'General'
export const TASK_DIFFICULTY = 'Medium'
