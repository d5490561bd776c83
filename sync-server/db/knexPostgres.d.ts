// knex ships no types for the dialect that the guarded client extends.
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex'
  export default class ClientPG extends Knex.Client {
    acquireConnection(): Promise<unknown>
    transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction
    _driver(): object
    _query(connection: object, query: object): Promise<unknown>
  }
}
