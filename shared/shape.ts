/**
 * Checks of what came over the wire, for the side that must not carry a parser: the first visit of
 * a shared link loads them. The server, which reads what strangers send, uses zod.
 */
export type Check = (value: unknown) => boolean

export const isText: Check = (value) => typeof value === 'string'
export const isNumber: Check = (value) => typeof value === 'number'
/** Whatever JSON can say. */
export const isAnything: Check = (value) => value !== undefined
export const is =
  (only: unknown): Check =>
  (value) =>
    value === only

export const isListOf =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item)

/** An object whose values, under whatever names, all pass. */
export const isRecordOf =
  (item: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value).every(item)

/** An object with these fields; `optional` ones may be absent. Other fields are let through. */
export const isShape =
  (fields: Record<string, Check>, optional: Record<string, Check> = {}): Check =>
  (value) =>
    isRecord(value) &&
    Object.entries(fields).every(([name, check]) => check(value[name])) &&
    Object.entries(optional).every(
      ([name, check]) => value[name] === undefined || check(value[name]),
    )

/** Whether something has named fields; which, nobody has looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
