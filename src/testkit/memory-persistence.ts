import type { SharedPersistence, SimplePersistence, State } from '#persistence/persistence.ts'

/** A persistence in memory that shows what was saved. States pass through JSON, as in every store. */
export interface MemoryPersistence extends SimplePersistence {
  /** The text that was saved last; null before. */
  saved: string | null
  /** How often a state was saved. */
  readonly saves: number
}

/** Returns a persistence in memory that begins with a saved text. `beforeSave` may wait, or throw. */
export function memoryPersistence(saved: string | null = null, beforeSave?: () => Promise<void>): MemoryPersistence {
  let saves = 0
  return {
    saved,
    get saves() {
      return saves
    },
    async load() {
      return this.saved === null ? null : (JSON.parse(this.saved) as State) // what was saved
    },
    async save(state) {
      await beforeSave?.()
      this.saved = JSON.stringify(state)
      saves++
    },
  }
}

/** A store in memory that several processes could use: each call of `connect` returns a persistence of one of them. */
export function sharedMemory(): { connect(): SharedPersistence } {
  let saved: string | null = null
  let version = 0
  return {
    connect: () => ({
      async load() {
        return { data: saved === null ? null : (JSON.parse(saved) as State), version } // what was saved
      },
      async save(data, { ifVersion }) {
        const text = JSON.stringify(data)
        await Promise.resolve()
        if (ifVersion !== version) return null
        saved = text
        version++
        return { version }
      },
    }),
  }
}
