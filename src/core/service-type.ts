import type { EmulatorBase } from './emulator-base.ts'

declare const types: unique symbol

/**
 * A service, built in or made with `defineService`: what `createEmulator` and the fixtures take. `Seed` is its section of a
 * seed, `Emulator` what a running instance of it can do; both are there for the compiler alone.
 */
export interface Service<Id extends string = string, Seed = unknown, Emulator = EmulatorBase<Id>> {
  /** How seeds, flags and messages name the service; lower case with dashes. */
  readonly id: Id
  /** The default port. */
  readonly port: number
  /** What the service speaks like, for people: `GitHub REST API`. */
  readonly title: string
  readonly [types]?: { readonly seed: Seed; readonly emulator: Emulator }
}
