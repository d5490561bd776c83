import type { Knex } from 'knex'

/** What administrators keep of an account, a suspension that ends by itself, and indexes for its page. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column suspended_until timestamptz;
    create index users_suspended_until on users (suspended_until) where suspended_until is not null;

    create table account_notes (
      id bigint generated always as identity primary key,
      user_id text collate "C" not null references users on delete cascade,
      author text collate "C" not null,
      at timestamptz not null,
      text text not null
    );
    create index account_notes_of on account_notes (user_id, id);

    create index audit_log_by_subject on audit_log (subject, id);
    create index audit_log_by_actor on audit_log (actor, id);
    create index error_groups_of_user on error_groups (user_id, last_at, id)
      where user_id is not null;
    create index contact_messages_from on contact_messages (lower(email), received_at, id);
  `)
}
