import type { Knex } from 'knex'

/** Second factors of an account, and secrets that are good for one call. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table factors (
      id text collate "C" primary key,
      user_id text collate "C" not null references users (id),
      -- passkey or totp
      kind text collate "C" not null,
      label text not null,
      -- What browsers call a passkey; null of an app.
      credential_id text collate "C",
      -- The public key of a passkey; what an app makes its codes of.
      key text collate "C" not null,
      -- What a passkey counted last; the step of the last code that an app has shown here.
      counter bigint not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      unique (user_id, credential_id)
    );

    -- Each goes as it is used.
    create table recovery_codes (
      hash bytea primary key,
      user_id text collate "C" not null references users (id)
    );
    create index recovery_codes_by_user on recovery_codes (user_id);

    create table tickets (
      hash bytea primary key,
      user_id text collate "C" not null references users (id),
      -- challenge, proof, begun (a factor that is being added) or backup
      purpose text collate "C" not null,
      -- What it is for: a session, a backup, or what an app was shown.
      data text not null,
      expires_at timestamptz not null
    );
    create index tickets_by_user on tickets (user_id, purpose);
    create index tickets_by_time on tickets (expires_at);

    alter table sessions
      -- Whether a second factor was shown for it.
      add column has_second boolean not null default false;
    alter table backups drop column ticket, drop column ticket_until;
  `)
}
