import type { Knex } from 'knex'

/** An offer as a row of JSON, as undo and corrections keep it: in dollars, or unconverted. */
const withCurrency = (row: string) => `${row} || case
  when ${row}->>'own_currency' is not null and ${row}->>'own_cents' is null
    then jsonb_build_object('currency', ${row}->>'own_currency', 'own_currency', null)
  else '{"currency": "USD"}' end`

const COLUMNS = `part_id, merchant_id, base_cents, promo, promo_cents, shipping_cents, tax_cents,
  core_cents, availability, buy_link, as_of, source_id, run`

/** An offer has the currency of its amounts: those without a rate need no table of their own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table offers add column currency text collate "C" not null default 'USD';
    insert into offers (${COLUMNS}, currency)
      select ${COLUMNS}, own_currency from foreign_offers where own_currency is not null
      on conflict (part_id, merchant_id) do nothing;
    drop table foreign_offers;

    update run_offers set before = ${withCurrency('before')} where before is not null;
    update run_offers d set before = f.before from run_offers f
      where f.feed_id = d.feed_id and f.part_id = d.part_id and f.merchant_id = d.merchant_id
        and f.is_foreign and not d.is_foreign and d.before is null;
    delete from run_offers f using run_offers d
      where f.feed_id = d.feed_id and f.part_id = d.part_id and f.merchant_id = d.merchant_id
        and f.is_foreign and not d.is_foreign;
    alter table run_offers drop column is_foreign;
    alter table run_offers add primary key (feed_id, part_id, merchant_id);

    -- An offer that was taken out by hand is kept whole.
    update part_corrections set said = ${withCurrency('said')}
      where kind = 'offer' and stands is null and said is not null;
  `)
}
