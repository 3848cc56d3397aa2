import type { Emulator } from '#emulator.ts'
import { leased } from '#fixtures/index.ts'
import type { ServiceId } from '../../registry.ts'

/**
 * Returns the project-wide instance of a service in this worker, in a project that uses the plugin or the setup file.
 *
 * @throws Error when no instance of the service runs.
 *
 * @example
 * const codehost = emulator('codehost')
 */
export function emulator<const Id extends ServiceId | (string & {})>(service: Id): Emulator<Id> {
  const running = leased()
  const found = running.findLast((each) => each.service === service)
  if (found === undefined) {
    const others = running.map((each) => each.service).join(', ') || 'nothing'
    throw new Error(
      `${service} does not run in this worker (${others} does): put 'backlot/vitest/setup' into test.setupFiles or ` +
        `backlot({ services: ['${service}'] }) into plugins`,
    )
  }
  return found as Emulator<Id> // its service is that id
}
