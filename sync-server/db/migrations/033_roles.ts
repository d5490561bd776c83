import type { Knex } from 'knex'

/**
 * Parts of an operator's work for those who are none, where an act came from, and word of ended
 * sessions to every process that holds a stream of theirs: sync/live.ts reads it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of operators, who are is_admin, null.
    alter table users add column role text collate "C" check (role in ('moderator', 'catalogue'));
    alter table audit_log add column address text collate "C", add column device text;
    create index audit_log_from on audit_log (at) where address is not null;
    create function tell_session_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('wrenchlist_poke', 'db s:' || new.id || '=1');
      return null;
    end $$;
    create trigger session_end after update of revoked_at on sessions for each row
      when (old.revoked_at is null and new.revoked_at is not null)
      execute function tell_session_end();
  `)
}
