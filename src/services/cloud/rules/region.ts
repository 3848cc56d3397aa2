import type { CloudCall } from '#cloud/call.ts'
import { scopeOf } from '#cloud/protocols/wire.ts'
import { settingsOf } from './settings.ts'

/** Returns the region that a request is for: that of its signature, and for an unsigned one that of the seed. */
export function regionOf(call: CloudCall): string {
  return scopeOf(call)?.region ?? settingsOf(call).region
}
