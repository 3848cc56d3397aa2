import type { ObjectId } from '#docdb/values/value.ts'

/** Returns the time within an ObjectId, whose seconds are a number with a sign: from 1901 to 2038. */
export function timeOf({ id }: ObjectId): Date {
  return new Date(Buffer.from(id).readInt32BE() * 1000)
}
