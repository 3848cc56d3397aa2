import type * as v from 'valibot'
import type { EmulatorBase } from './core/emulator-base.ts'
import type { EmulatorOf } from './emulator.ts'
import type { Emulators, Seed, ServiceId } from './services.generated.ts'

/**
 * True when the published interfaces of a built-in service agree with its definition `D`: the seed takes the same
 * input, and the emulator has the methods of the commands and no others.
 */
export type Published<Id extends ServiceId, D extends { readonly seed: v.GenericSchema }> = Both<
  Same<NonNullable<Seed[Id]>, v.InferInput<D['seed']>>,
  Same<Omit<Emulators[Id], keyof EmulatorBase>, Omit<EmulatorOf<D>, keyof EmulatorBase>>
>

type Both<A extends boolean, B extends boolean> = A extends true ? B : false

type Same<Written, Defined> = [Written] extends [Defined] ? ([Defined] extends [Written] ? true : false) : false
