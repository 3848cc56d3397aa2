import type { SignedCall } from '#payments/call.ts'
import { findRecord } from '#payments/rules/records.ts'
import type { Reader } from '#payments/schema/terminal.ts'

/**
 * Returns the account's reader that the path names.
 *
 * @throws 404 for another.
 */
export function findReader({ rows, account }: SignedCall & { readonly account: string }, id: string): Reader {
  return findRecord(rows.readers, account, 'terminal reader', id, { param: 'reader', inPath: true })
}
