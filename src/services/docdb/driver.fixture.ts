import { MongoClient } from 'mongodb'
import { createEmulator, type Emulator, type Seed } from '#emulator.ts'
import { serviceTest } from '#testkit/service-test.ts'

/** Starts docdb at any free port, with the real clock, for drivers. */
export function startDatabase(section: NonNullable<Seed['docdb']> = {}): Promise<Emulator<'docdb'>> {
  return createEmulator({ service: 'docdb', port: 0, seed: { docdb: section } })
}

/** Vitest's `test` with an instance of docdb, with the real clock, and with a driver's connection to it as `client`. */
export const databaseTest = (section: NonNullable<Seed['docdb']> = {}) =>
  serviceTest('docdb', { seed: { docdb: section } }).extend(
    'client',
    { scope: 'file' },
    async ({ docdb }, { onCleanup }) => {
      const client = await MongoClient.connect(docdb.uri)
      onCleanup(() => client.close())
      return client
    },
  )
