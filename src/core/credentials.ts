import type { Environment } from './emulator-base.ts'

/** The names of variables that hold what a client proves itself by. */
const CREDENTIAL = /(?:TOKEN|API_KEY|SECRET_KEY|ACCESS_KEY_ID|SECRET_ACCESS_KEY)$/

/** Returns the keys and tokens among the variables of an instance, as `NAME=value`; of equal ones, the last. */
export function credentialsIn(variables: Environment): string[] {
  const byValue = new Map<string, string>()
  for (const [name, value] of Object.entries(variables)) {
    // That of the control plane is no credential of the service.
    if (CREDENTIAL.test(name) && !name.endsWith('_CONTROL_TOKEN')) byValue.set(value, name)
  }
  return [...byValue].map(([value, name]) => `${name}=${value}`)
}
