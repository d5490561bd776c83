-- The two roles of Wrenchlist: `wrenchlist_owner` has the tables and changes their shape,
-- `wrenchlist_app` reads and writes them. Neither is a superuser, runs programs or reads files.
-- PostgreSQL's image runs this with a new volume. For one that is there, or to change a password:
--   docker compose exec database sh -c 'psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f /docker-entrypoint-initdb.d/roles.sql'
-- What follows is sync-server/postgres/roles.ts.
\getenv app_password POSTGRES_APP_PASSWORD
\getenv owner_password POSTGRES_OWNER_PASSWORD

set search_path = pg_catalog;

do $$
declare
  found record;
  rights text := 'select, insert, update, delete'
    || case when current_setting('server_version_num')::int >= 170000 then ', maintain' else '' end;
begin
  for found in select name from unnest(array['wrenchlist_app', 'wrenchlist_owner']) as name
    where name not in (select rolname from pg_roles)
  loop
    execute format('create role %I', found.name);
  end loop;
  for found in select format('alter table %s owner to wrenchlist_owner', c.oid::regclass) as statement
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'e', 'i') and d.classid = 'pg_class'::regclass)
    union all select format('alter routine %s owner to wrenchlist_owner', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute found.statement;
  end loop;
  execute format('alter database %I owner to wrenchlist_owner', current_database());
  execute 'grant ' || rights || ' on all tables in schema public to wrenchlist_app';
  execute 'alter default privileges for role wrenchlist_owner in schema public grant ' || rights || ' on tables to wrenchlist_app';
  alter default privileges for role wrenchlist_owner in schema public grant usage on sequences to wrenchlist_app;
  grant usage on all sequences in schema public to wrenchlist_app;
end $$;

alter role wrenchlist_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'app_password';

alter role wrenchlist_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner_password';
