import type { Knex } from 'knex'

const VALUES = `base_cents, promo, promo_cents, shipping_cents, tax_cents, core_cents, availability,
  buy_link, as_of, currency, own_currency, own_cents, rate, rate_at`

/** A row of JSON without what says whose and of what it is. */
const WITHOUT_KEYS = `'{part_id,merchant_id,source_id,stands,before}'::text[]`

/**
 * An offer is a row for each source that says it, with what that source said before its last run;
 * what stands is marked. Offers that were displaced by another source, changed by hand or taken out
 * are rows again, and `run_offers` is needed no more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update offers set source_id = '' where source_id is null;
    alter table offers
      alter column source_id set default '',
      alter column source_id set not null,
      -- The source's word before its run; null for none.
      add column before jsonb,
      -- One row of a part and a merchant, or none: shoppers see it.
      add column stands boolean not null default true,
      drop constraint offers_pkey,
      add primary key (part_id, merchant_id, source_id);

    -- The newest first: of one source the later word counts.
    insert into offers (part_id, merchant_id, ${VALUES}, source_id, run, stands)
      select w.part_id, w.merchant_id, ${VALUES}, coalesce(source_id, ''), run, false
      from (
        select c.part_id, c.key::int as merchant_id, c.said from part_corrections c
        where c.kind = 'offer' and c.stands is null and c.said is not null
        union all
        select o.part_id, o.merchant_id, o.before from run_offers o
        join feeds f on f.id = o.feed_id and f.state = 'imported' where o.before is not null) w
      cross join lateral jsonb_populate_record(null::offers, w.said) r
      where r.base_cents is not null
        and exists (select from parts where id = w.part_id)
        and exists (select from merchants where id = w.merchant_id)
      order by as_of desc
      on conflict (part_id, merchant_id, source_id) do nothing;

    insert into offers (part_id, merchant_id, ${VALUES}, source_id)
      select o.part_id, o.merchant_id, ${VALUES}, 'hand'
      from offers o join part_corrections c on c.part_id = o.part_id and c.kind = 'offer'
        and c.key = o.merchant_id::text and c.stands is not null
      where o.stands and o.currency = 'USD';
    update offers o set stands = false, (${VALUES}) = (
        select ${VALUES} from jsonb_populate_record(o, coalesce(c.said, '{}')))
      from part_corrections c where c.part_id = o.part_id and c.kind = 'offer'
        and c.key = o.merchant_id::text and c.stands is not null
        and o.stands and o.currency = 'USD' and o.source_id <> 'hand';

    update offers o set before = jsonb_strip_nulls(r.before - ${WITHOUT_KEYS})
      from run_offers r join feeds f on f.id = r.feed_id and f.state = 'imported'
      where r.part_id = o.part_id and r.merchant_id = o.merchant_id and o.run = f.run
        and coalesce(r.before->>'source_id', '') = o.source_id and r.before is not null
        and o.source_id <> 'hand';

    update part_corrections set said = null where kind = 'offer';
    drop table run_offers;
    analyze offers;
  `)
}
