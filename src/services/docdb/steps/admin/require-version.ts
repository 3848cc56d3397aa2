import type { DocdbCall } from '#docdb/call.ts'
import { invalidVersion } from '#docdb/errors/admin.ts'
import { FIRST, requestedType } from '#docdb/rules/admin/version.ts'

/** A step that throws 406 for a version that is no date, or a date on which there was no version yet. */
export function requireVersion(call: DocdbCall): void {
  const type = requestedType(call)
  if (type === null || type === 'preview') return
  if (!isDate(type) || type < FIRST || Date.parse(type) > call.clock.now())
    throw invalidVersion(call.header('accept') ?? '')
}

/** Returns whether a text is a date of the calendar: `2025-03-12`. */
function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
