import type { PaymentsContext } from '#payments/call.ts'
import type { RawHash } from '#payments/protocol/form.ts'
import { API_VERSION, type ApiVersion } from '#payments/schema/api-versions.ts'
import { CHANGES } from './index.ts'

const OLDEST_FIRST = CHANGES.toReversed()

/**
 * Returns the parameters of a request as the newest version has them: they are led through the changes of their
 * operation, from the oldest to the newest. The parameters themselves where the version is the newest.
 */
export function inNewestVersion(
  context: PaymentsContext,
  operation: string,
  params: RawHash,
  version: ApiVersion,
): RawHash {
  if (version === API_VERSION) return params
  return OLDEST_FIRST.reduce((before, change) => {
    const transform = change.version > version ? change.requests?.[operation] : undefined
    return transform === undefined ? before : transform(before, context)
  }, params)
}
