import type { EmulatorBase } from './emulator-base.ts'

declare const types: unique symbol

/**
 * A service, built in or made with `defineService`, as `createEmulator` and the fixtures take it. `Seed` is the type of
 * its section of a seed, `Emulator` the type of its running instances; only the compiler uses these two.
 */
export interface Service<Id extends string = string, Seed = unknown, Emulator = EmulatorBase<Id>> {
  /** The name of the service in seeds, flags and messages; lower case with dashes. */
  readonly id: Id
  /** The default port. */
  readonly port: number
  /** The API that the service imitates, to be printed: `GitHub REST API`. */
  readonly title: string
  readonly [types]?: { readonly seed: Seed; readonly emulator: Emulator }
}
