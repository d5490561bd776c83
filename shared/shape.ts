/** Checks of wire data without a parser, for the first visit. The server uses zod. */
export type Check = (value: unknown) => boolean

export const isText: Check = (value) => typeof value === 'string'
export const isNumber: Check = (value) => typeof value === 'number'
/** Any JSON value. */
export const isAnything: Check = (value) => value !== undefined
export const is =
  (only: unknown): Check =>
  (value) =>
    value === only

export const isListOf =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item)

/** An object whose values all pass, under any keys. */
export const isRecordOf =
  (item: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value).every(item)

/** An object with these fields; `optional` ones may be absent, others pass unchecked. */
export const isShape =
  (fields: Record<string, Check>, optional: Record<string, Check> = {}): Check =>
  (value) =>
    isRecord(value) &&
    Object.entries(fields).every(([name, check]) => check(value[name])) &&
    Object.entries(optional).every(
      ([name, check]) => value[name] === undefined || check(value[name]),
    )

/** Whether a value is an object; its fields are unchecked. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
