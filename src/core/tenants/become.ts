/**
 * The member of an emulator that lets its instance itself be the tenant with an id: an instance of a worker that runs
 * one test at a time. Another copy of this package may have made the emulator.
 */
export const BECOME: unique symbol = Symbol.for('backlot.become')

/** Lets the instance of an emulator be a tenant. The tenant that it was before has ended. */
export function become(emulator: object, id: string): void {
  const named = Reflect.get(emulator, BECOME) as ((id: string) => void) | undefined // createEmulator sets it
  named?.(id)
}
