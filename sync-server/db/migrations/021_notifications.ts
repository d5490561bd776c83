import { generateKeyPairSync, randomBytes } from 'node:crypto'

import type { Knex } from 'knex'

/**
 * What accounts wait for and what they are told while nobody looks. With two secrets of this
 * database: the key that names it to push services, and the one that signs links out of its mail.
 */
export async function up(knex: Knex): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await knex('server_state').insert([
    { key: 'vapid', value: JSON.stringify(privateKey.export({ format: 'jwk' })) },
    { key: 'unsubscribe', value: randomBytes(32).toString('base64url') },
  ])
  await knex.raw(`
    create table watches (
      user_id text collate "C" not null references users (id),
      -- Number and brand of a part as they are compared, or 'kit:' and a kit's id.
      key text collate "C" not null,
      part_number text not null,
      brand text not null,
      name text not null,
      target_cents int,
      is_for_stock boolean not null,
      -- Of a kit: what its owner wants of the basket.
      basket jsonb,
      -- What was so when it was looked at last; null before anything was known.
      is_under boolean,
      is_in_stock boolean,
      set_at timestamptz not null,
      checked_at timestamptz not null,
      primary key (user_id, key)
    );
    create index watches_by_check on watches (checked_at) where key not like 'kit:%';
    create index baskets_by_check on watches (checked_at) where key like 'kit:%';

    create table push_subscriptions (
      id text collate "C" primary key,
      user_id text collate "C" not null references users (id),
      -- Whoever is signed out there is told nothing there.
      session_id text collate "C" not null references sessions (id) on delete cascade,
      endpoint text not null,
      p256dh text collate "C" not null,
      auth text collate "C" not null,
      label text not null,
      created_at timestamptz not null,
      unique (user_id, endpoint)
    );
    create index push_subscriptions_by_session on push_subscriptions (session_id);

    create table notification_settings (
      user_id text collate "C" primary key references users (id),
      -- Null while nothing was chosen: everybody's hold.
      settings jsonb,
      -- When something went out at once: what follows soon goes together.
      told_at timestamptz
    );

    create table notifications (
      id bigint generated always as identity primary key,
      user_id text collate "C" not null references users (id),
      kind text collate "C" not null,
      -- What happened: the same is told once.
      subject text collate "C" not null,
      title text not null,
      body text not null,
      path text not null,
      created_at timestamptz not null,
      -- When it is looked at next.
      next_at timestamptz not null,
      tries smallint not null default 0,
      mailed_at timestamptz,
      pushed_at timestamptz,
      done_at timestamptz,
      unique (user_id, kind, subject)
    );
    create index notifications_due on notifications (next_at) where done_at is null;
    create index notifications_waiting on notifications (user_id) where done_at is null;
    create index notifications_done on notifications (done_at) where done_at is not null;
  `)
}
