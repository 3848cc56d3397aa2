import { randomUUID } from 'node:crypto'
import type { SharedPersistence, State } from './persistence.ts'

/** The part of a pool or client of `pg`, or of what speaks like it, that {@link postgresPersistence} uses. */
export interface PostgresPool {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** The options of {@link postgresPersistence}. */
export interface PostgresPersistenceOptions {
  /** The table of the states, with its schema if it has one: `tools.backlot`. Default: `backlot_state`. */
  readonly table?: string
  /** The name of the state, so that one table holds several. Default: `backlot`. */
  readonly name?: string
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNDEFINED_TABLE = '42P01'
const SERIALIZATION_FAILURE = '40001'
/** The SQLSTATE codes of a session that creates a table while another session creates it. */
const CREATED_MEANWHILE = ['23505', '42P07']

/**
 * Keeps the state in a row of a PostgreSQL table, for any number of processes. `pool` is a pool of `pg`, or what has
 * the same `query`, and stays the caller's: it is never ended here. A save is one statement, so a row is locked while
 * that statement runs only, and the server frees it when the process is killed.
 *
 * A table that is missing is created: name, version and data, each `text`. Where the user may not do that, create it
 * before.
 *
 * @throws TypeError for a pool of another kind.
 *
 * @example
 * createHandler({ services: ['codehost'], persistence: postgresPersistence(new Pool({ connectionString })) })
 */
export function postgresPersistence(
  pool: PostgresPool,
  { table = 'backlot_state', name = 'backlot' }: PostgresPersistenceOptions = {},
): SharedPersistence {
  if (typeof (pool as Partial<PostgresPool> | null)?.query !== 'function') {
    throw new TypeError('postgresPersistence: expected a pool of pg, which has the method query')
  }
  const place = table.split('.').map(quoted).join('.')
  const load = `select version, case when version = $2 then null else data end as data from ${place} where name = $1`
  const insert = `insert into ${place} (name, version, data) values ($1, $2, $3) on conflict do nothing returning version`
  const update = `update ${place} set version = $2, data = $3 where name = $1 and version = $4 returning version`
  return {
    async load({ knownVersion } = {}) {
      const [row] = await withTable(pool, place, load, [name, knownVersion ?? null])
      if (row === undefined) return { version: null, data: null }
      return { version: row.version, data: row.data === null ? null : (JSON.parse(row.data) as State) } // what was saved
    },
    async save(state, { ifVersion }) {
      const version = randomUUID()
      const values = [name, version, JSON.stringify(state)]
      try {
        const { rows } = await (ifVersion === null
          ? pool.query(insert, values)
          : pool.query(update, [...values, ifVersion]))
        return rows.length === 0 ? null : { version }
      } catch (error) {
        // Another process was first, in a database whose transactions are serializable by default.
        if (codeOf(error) === SERIALIZATION_FAILURE) return null
        throw error
      }
    },
  }
}

interface StateRow {
  readonly version: string
  readonly data: string | null
}

/** Runs a query, and creates the table before if it is missing. */
async function withTable(pool: PostgresPool, place: string, query: string, values: unknown[]): Promise<StateRow[]> {
  const run = async (): Promise<StateRow[]> => (await pool.query(query, values)).rows as StateRow[] // the columns of the query
  try {
    return await run()
  } catch (error) {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error
  }
  try {
    const columns = 'name text primary key, version text not null, data text not null'
    await pool.query(`create table if not exists ${place} (${columns})`, [])
  } catch (error) {
    if (!CREATED_MEANWHILE.includes(codeOf(error) ?? '')) throw error
  }
  return run()
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code // of the database
}

/** Returns a name as an identifier of SQL. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
