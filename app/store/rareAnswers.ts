/** What only few answers of the server need: fetched with the first of them, see applyAnswer.ts. */
export { dropClaims } from './givenClaims.ts'
export { beginHealing, endHealing } from './heal.ts'
