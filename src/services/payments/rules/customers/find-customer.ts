import type { PaymentsContext } from '#payments/call.ts'
import { noSuch } from '#payments/errors.ts'
import { findRecord, type IdSource } from '../records.ts'
import type { Customer } from '#payments/schema/customers.ts'

/**
 * Returns a customer of the account, deleted ones too.
 *
 * @throws `resource_missing`.
 */
export function findCustomer(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: string,
  id: string,
  source: IdSource,
): Customer {
  return findRecord(rows.customers, account, 'customer', id, source)
}

/**
 * Returns a customer of the account that is not deleted.
 *
 * @throws `resource_missing`.
 */
export function findLiveCustomer(
  context: Pick<PaymentsContext, 'rows'>,
  account: string,
  id: string,
  source: IdSource,
): Customer {
  const customer = findCustomer(context, account, id, source)
  if (customer.deleted) throw noSuch('customer', id, source.param, source.inPath === true ? 404 : 400)
  return customer
}
