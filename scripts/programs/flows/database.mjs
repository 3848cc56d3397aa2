import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** Starts Postgres in this process; returns the database, and the URL at which `pg` finds it. */
export async function startPostgres() {
  const db = await PGlite.create()
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0 })
  await server.start()
  const port = Number(server.getServerConn().split(':').at(-1))
  return { db, url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable` }
}
