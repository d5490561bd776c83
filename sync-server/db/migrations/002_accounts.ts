import type { Knex } from 'knex'

/**
 * Accounts and everything that hangs on them. Secrets are stored as hashes only: passwords as
 * Argon2id, session and mail tokens as SHA-256 of 256 random bits.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id text collate "C" primary key,
      username text not null,
      -- lower(username); a deleted account keeps none, so that the name is free again.
      username_key text collate "C" unique,
      email text,
      -- The address as it is compared; null once it was erased.
      email_key text collate "C" unique,
      email_verified_at timestamptz,
      -- An address that waits to be confirmed before it takes the place of the present one.
      new_email text,
      password_hash text,
      created_at timestamptz not null,
      password_changed_at timestamptz not null,
      suspended_at timestamptz,
      deleted_at timestamptz,
      erased_at timestamptz,
      -- Given by the command line; addresses in ADMIN_EMAILS are looked up at every request.
      is_admin boolean not null default false
    );

    -- A name somebody registered with an address that has an account already: held for a day.
    create table username_reservations (
      username_key text collate "C" primary key,
      until timestamptz not null
    );

    create table sessions (
      id text collate "C" primary key,
      user_id text collate "C" not null references users on delete cascade,
      token_hash bytea not null unique,
      -- The device's principal, when it said so: a device that signed in before is not a guesser.
      device text collate "C",
      -- What the browser calls itself, in words for people.
      label text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      -- When the password was last entered in it.
      authenticated_at timestamptz not null,
      revoked_at timestamptz
    );
    create index sessions_by_user on sessions (user_id);

    create table mail_tokens (
      token_hash bytea primary key,
      user_id text collate "C" not null references users on delete cascade,
      purpose text not null check (purpose in ('verify', 'reset', 'change_email')),
      -- The address it was sent to: it proves only that one.
      email_key text collate "C" not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index mail_tokens_by_user on mail_tokens (user_id, purpose);

    create table deletion_requests (
      id text collate "C" primary key,
      user_id text collate "C" not null references users on delete cascade,
      requested_at timestamptz not null,
      status text not null default 'open'
        check (status in ('open', 'processed', 'declined', 'withdrawn')),
      decided_at timestamptz,
      decided_by text collate "C"
    );
    create unique index deletion_requests_open on deletion_requests (user_id) where status = 'open';

    -- Theoretical arrival time of the next call of each key (GCRA), see http/rateLimit.ts.
    create table rate_limits (
      key text collate "C" primary key,
      tat timestamptz not null
    );
    create index rate_limits_by_time on rate_limits (tat);

    create table login_failures (
      key text collate "C" primary key,
      failures integer not null,
      next_at timestamptz not null,
      last_at timestamptz not null
    );

    create table contact_messages (
      id text collate "C" primary key,
      name text not null,
      email text not null,
      message text not null,
      received_at timestamptz not null,
      -- Erased with the message after the time the privacy policy names.
      mailed_at timestamptz
    );

    -- Calls a device may repeat because it never saw the answer: kept 30 days.
    create table idempotency_keys (
      key text collate "C" primary key,
      created_at timestamptz not null
    );

    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      -- User id of the administrator, or 'system'.
      actor text collate "C" not null,
      action text not null,
      subject text not null,
      details jsonb not null default '{}'
    );
  `)
}
