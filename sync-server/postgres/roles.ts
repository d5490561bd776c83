// Roles of our own cluster. Nobody signs in as its superuser, which could run programs and read
// files as PostgreSQL's user. Only `postgres --single` uses it, with no server running.
import type { RunAs } from './runAs.ts'

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { programEnv, type Programs } from './programs.ts'
import { writeFor } from './writeFor.ts'

/** Creator of the cluster; earlier versions used it for everybody, without a password. */
export const SUPERUSER = 'wrenchlist'
const APP = 'wrenchlist_app'
const OWNER = 'wrenchlist_owner'
const DATABASE = 'postgres'

const RULES = `# Written by Wrenchlist. Nobody else comes in, the superuser neither.
local ${DATABASE} ${APP},${OWNER} scram-sha-256
host ${DATABASE} ${APP},${OWNER} 127.0.0.1/32 scram-sha-256
`

/**
 * Makes both roles, or makes them right, and gives the owner the tables there are. It is also
 * deploy/roles.sql. Statements are parted by empty lines, as `postgres --single -j` wants it. A superuser
 * runs them: no function of the tables' owner may be meant by what they call.
 * @param app,owner passwords as literals of SQL
 */
export const rolesSql = (app: string, owner: string): string => `set search_path = pg_catalog;

do $$
declare
  found record;
  rights text := 'select, insert, update, delete'
    || case when current_setting('server_version_num')::int >= 170000 then ', maintain' else '' end;
begin
  for found in select name from unnest(array['${APP}', '${OWNER}']) as name
    where name not in (select rolname from pg_roles)
  loop
    execute format('create role %I', found.name);
  end loop;
  for found in select format('alter table %s owner to ${OWNER}', c.oid::regclass) as statement
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'e', 'i') and d.classid = 'pg_class'::regclass)
    union all select format('alter routine %s owner to ${OWNER}', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute found.statement;
  end loop;
  execute format('alter database %I owner to ${OWNER}', current_database());
  execute 'grant ' || rights || ' on all tables in schema public to ${APP}';
  execute 'alter default privileges for role ${OWNER} in schema public grant ' || rights || ' on tables to ${APP}';
  alter default privileges for role ${OWNER} in schema public grant usage on sequences to ${APP};
  grant usage on all sequences in schema public to ${APP};
end $$;

alter role ${APP} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${app};

alter role ${OWNER} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${owner};
`

export const passwordFile = (folder: string): string => `${folder}.password`

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Both passwords, one per line. Earlier versions have none, or on Windows one. */
const passwordsOf = (folder: string) => readOr(passwordFile(folder)).split('\n')

/**
 * Adds missing roles and rules to a stopped cluster: a new one, an older version's, one copied
 * without its passwords.
 * @returns PostgreSQL's error, '' when all is well
 */
export function secureCluster({
  folder,
  programs,
  runAs,
}: {
  folder: string
  programs: Programs
  runAs: RunAs
}): string {
  const rules = join(folder, 'pg_hba.conf')
  if (passwordsOf(folder)[1] && readOr(rules) === RULES) return ''
  const [app, owner] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const args = ['--single', '-j', '-D', folder, '-c', 'exit_on_error=on', DATABASE]
  const answer = spawnSync(join(programs.folder, 'postgres'), args, {
    ...runAs,
    cwd: '/',
    env: programEnv(),
    input: `${rolesSql(`'${app}'`, `'${owner}'`)}\nalter role ${SUPERUSER} nologin;\n\n`,
    encoding: 'utf8',
    windowsHide: true,
  })
  if (answer.status !== 0) return answer.error?.message ?? (answer.stderr || `${answer.signal}`)
  // Readable by the server's user only, not by PostgreSQL's if that is another one.
  const { uid, gid } = statSync(dirname(folder))
  const keeper = runAs && { ...runAs, uid, gid }
  writeFor(keeper, passwordFile(folder), `${app}\n${owner}`, 0o600)
  writeFor(runAs, rules, RULES, 0o600)
  return ''
}

export interface Addresses {
  /** For the server's queries. */
  url: string
  /** For migrations. */
  ownerUrl: string
}

/** @param place base URL, without credentials */
export function addressesAt(folder: string, place: string): Addresses {
  const [app = '', owner] = passwordsOf(folder)
  const as = (role: string, password: string) =>
    `postgresql://${role}:${password}@${place}/${DATABASE}`
  // A server of an earlier version may be running on it.
  if (!owner) return { url: as(SUPERUSER, app), ownerUrl: as(SUPERUSER, app) }
  return { url: as(APP, app), ownerUrl: as(OWNER, owner) }
}
