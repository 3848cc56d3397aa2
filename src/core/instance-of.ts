import type { Instance } from './instance.ts'

/**
 * The member of an emulator that has its instance, for what spans several instances of this process. Another copy of
 * this package may have made the emulator.
 */
export const INSTANCE: unique symbol = Symbol.for('backlot.instance')

/**
 * Returns the instance of an emulator.
 *
 * @throws TypeError for an emulator whose instance is in another thread.
 */
export function instanceOf(emulator: { readonly service: string }): Instance {
  const found: unknown = Reflect.get(emulator, INSTANCE)
  if (found !== undefined) return found as Instance // createEmulator sets it
  throw new TypeError(`${emulator.service}: a world is not for runsIn: 'thread'; leave runsIn out`)
}
