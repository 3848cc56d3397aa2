import { deepEqual, equal } from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { config, database, down, status, up } from 'migrate-mongo'

mkdirSync('migrations', { recursive: true })
writeFileSync(
  'migrations/20260101000000-stock.js',
  `export const up = async (db, client) => {
  await client.withSession((session) =>
    session.withTransaction(() => db.collection('goods').insertOne({ name: 'nail', stock: 3 }, { session })),
  )
  await db.collection('goods').createIndex({ name: 1 }, { unique: true })
}
export const down = async (db) => void (await db.collection('goods').drop())
`,
)
config.set({
  mongodb: { url: process.env.MONGODB_URI, databaseName: 'shop' },
  migrationsDir: 'migrations',
  changelogCollectionName: 'changelog',
  lockCollectionName: 'changelog_lock',
  lockTtl: 60,
  migrationFileExtension: '.js',
  moduleSystem: 'esm',
})
const { db, client } = await database.connect()
equal((await status(db))[0].appliedAt, 'PENDING')
deepEqual(await up(db, client), ['20260101000000-stock.js'])
deepEqual(await up(db, client), [])
equal((await db.collection('goods').findOne()).stock, 3)
equal((await status(db))[0].appliedAt === 'PENDING', false)
deepEqual(await down(db, client), ['20260101000000-stock.js'])
equal(await db.collection('goods').countDocuments(), 0)
await client.close()
console.log('ok')
