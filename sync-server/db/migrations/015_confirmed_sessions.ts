import type { Knex } from 'knex'

/**
 * A session knows whether its account's address was confirmed when it began: whoever registered with
 * somebody else's address holds one from before. Times are compared here only, for what is there;
 * later a clock that was set would turn them round.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sessions add column is_confirmed boolean not null default false;
    update sessions s set is_confirmed = true
    from users u where u.id = s.user_id and s.created_at >= u.email_verified_at;
  `)
}
