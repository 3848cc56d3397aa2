import type { PaymentsContext } from '#payments/call.ts'
import type { Raw, RawHash } from '#payments/protocol/form.ts'
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

/**
 * Returns the name that a parameter of the newest version has in the request itself: where its value has another place
 * there. The name itself where the request has it, and where no other parameter has that value.
 */
export function nameInRequest(request: RawHash, newest: RawHash, param: string): string {
  if (request === newest) return param
  const own = new Map(leavesOf(request))
  const led = new Map(leavesOf(newest))
  const value = led.get(param)
  if (value === undefined || own.has(param)) return param
  const moved = [...own].filter(([path, each]) => each === value && !led.has(path))
  return moved.length === 1 ? (moved[0]?.[0] ?? param) : param
}

/** Yields the scalars of parameters, by their paths: `items[0][price]`. */
function* leavesOf(raw: Raw, path = ''): Generator<[path: string, value: string]> {
  if (typeof raw === 'string') yield [path, raw]
  if (typeof raw !== 'object' || raw === null) return
  // The names of a list are its positions, as in a form.
  for (const [name, value] of Object.entries<Raw>(raw as RawHash)) {
    yield* leavesOf(value, path === '' ? name : `${path}[${name}]`)
  }
}
