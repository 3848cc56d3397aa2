import type { Emulator } from '../emulator.ts'

/** The services of a run, with what is printed of them beside their URLs and variables. */
export interface Started {
  readonly emulators: readonly Emulator[]
  /** The title of each service. */
  readonly titles: readonly string[]
  /** The absolute path of the seed; null where each service begins with its starter. */
  readonly seedFile: string | null
  /** The tokens of the starter seeds; none where there is another seed. */
  readonly tokens: readonly string[]
  /** Lines about what other machines may reach; empty where only this machine reaches the services. */
  readonly notes: string
}

/** The listeners to the instances. */
export interface Watching {
  /** Is called with each hint at a refusal whose reason the vendor's answer does not tell. */
  readonly onHint: (hint: string) => void
}
