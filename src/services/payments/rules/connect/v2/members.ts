import { isRecord } from '#core/objects.ts'
import type { Wire } from '#payments/schema/payments.ts'

/** Returns an object with the members of another in it, hash by hash. */
export function merged(before: Wire, given: Wire): Wire {
  const changes = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return []
    const present = before[name]
    return [[name, isRecord(value) && isRecord(present) ? merged(present, value) : value] as const]
  })
  return { ...before, ...Object.fromEntries(changes) }
}

/** Returns an identity without the values of its numbers, which no answer shows. */
export function withoutValues(identity: Wire): Wire {
  return Object.fromEntries(
    Object.entries(identity).map(([name, value]) => {
      if (name === 'id_numbers' && value !== undefined) {
        return [name, (value as readonly Wire[]).map(({ value: _value, ...shown }) => shown)] // a list of hashes
      }
      return [name, isRecord(value) ? withoutValues(value) : value]
    }),
  )
}
