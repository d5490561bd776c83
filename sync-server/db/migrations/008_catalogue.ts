import type { Knex } from 'knex'

/** Parts, who sells them for how much, and what they cost before. Amounts are US cents. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table parts (
      id bigint generated always as identity primary key,
      -- Of shared/catalogue/partNumber.ts: together what a part is.
      number_key text collate "C" not null,
      brand_key text collate "C" not null,
      number text not null,
      brand text not null,
      name text collate "C" not null,
      category text not null,
      image text not null,
      task text not null,
      retailer_number text not null,
      -- The price in lists of what was added.
      unit_cents int not null,
      rating_average real not null,
      rating_count int not null,
      -- Where it came from first: 'built-in', 'retailer' or 'feed'.
      origin text collate "C" not null,
      is_demo boolean not null,
      added_at timestamptz not null,
      -- Lower case: name, brand, category and all its numbers.
      search text not null,
      unique (number_key, brand_key)
    );
    create index parts_by_name on parts (name, id);
    create index parts_by_origin on parts (origin);

    create table cross_references (
      part_id bigint not null references parts (id) on delete cascade,
      number_key text collate "C" not null,
      brand_key text collate "C" not null,
      number text not null,
      brand text not null,
      primary key (part_id, number_key, brand_key)
    );
    create index cross_references_by_number on cross_references (number_key);

    create table part_fits (
      part_id bigint not null references parts (id) on delete cascade,
      make_key text collate "C" not null,
      model_key text collate "C" not null,
      year_from smallint not null,
      year_to smallint not null,
      make text not null,
      model text not null,
      primary key (part_id, make_key, model_key, year_from)
    );
    create index part_fits_by_vehicle on part_fits (make_key, model_key);
    create index part_fits_by_years on part_fits (year_from, year_to);

    create table merchants (
      id int generated always as identity primary key,
      name_key text collate "C" not null unique,
      name text not null,
      is_demo boolean not null,
      history_allowed boolean not null,
      max_age_hours int not null,
      shipping_cents int,
      free_shipping_from_cents int
    );

    create table offers (
      part_id bigint not null references parts (id) on delete cascade,
      merchant_id int not null references merchants (id) on delete cascade,
      base_cents int not null,
      promo text not null,
      promo_cents int,
      shipping_cents int,
      tax_cents int,
      core_cents int,
      availability text not null,
      buy_link text not null,
      as_of timestamptz not null,
      primary key (part_id, merchant_id)
    );

    -- Totals over time, one row an offer and month, at most one price a day: a part's page reads a
    -- few rows however long prices are kept, and an old month is erased row by row.
    create table price_months (
      part_id bigint not null references parts (id) on delete cascade,
      -- Years times 12 and months, UTC.
      month int not null,
      merchant_id int not null references merchants (id) on delete cascade,
      -- Minute of the month and cents, in turn, in order of time.
      steps int[] not null,
      primary key (part_id, month, merchant_id)
    ) with (fillfactor = 80);
    create index price_months_by_month on price_months (month);

    do $$ begin
      create index parts_by_search on parts using gin (search gin_trgm_ops);
    exception when undefined_object then
      raise warning 'no pg_trgm here: the search reads every part (%)', sqlerrm;
    end $$;
  `)
}
