import type { Seed } from '#emulator.ts'
import { createEmulator, type Emulator } from '#emulator.ts'

/** Starts docdb at any free port, with the real clock, for drivers. */
export function startDatabase(section: NonNullable<Seed['docdb']> = {}): Promise<Emulator<'docdb'>> {
  return createEmulator({ service: 'docdb', port: 0, seed: { docdb: section } })
}
