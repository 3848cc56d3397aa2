import { isRecord } from '#core/objects.ts'
import type { Wire } from '#payments/schema/payments.ts'

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
