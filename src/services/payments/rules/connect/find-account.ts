import type { PaymentsContext } from '#payments/call.ts'
import { failure, noSuch } from '#payments/errors.ts'
import type { Account } from '#payments/schema/connect.ts'

/**
 * Returns a connected account that a parameter names.
 *
 * @throws `resource_missing`.
 */
export function findConnectedAccount({ rows }: Pick<PaymentsContext, 'rows'>, id: string, param: string): Account {
  const account = rows.accounts.get(id)
  if (account === undefined || account.deleted) {
    throw param === 'account'
      ? failure(
          403,
          `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
          { code: 'account_invalid' },
        )
      : noSuch('destination', id, param, 400)
  }
  return account
}
