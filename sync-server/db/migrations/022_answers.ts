import type { Knex } from 'knex'

/** Messages of the contact form are answered, or put away without an answer. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table contact_messages
      -- Null where none was needed.
      add answer text,
      add done_at timestamptz,
      -- The id of the administrator.
      add done_by text;
    create index contact_messages_waiting on contact_messages (received_at, id)
      where done_at is null;
    create index contact_messages_done on contact_messages (done_at, id)
      where done_at is not null;
  `)
}
