import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { findRecord, newRecord } from '../records.ts'
import type { Customer, TaxId, TaxIdVerification } from '#payments/schema/customers.ts'
import { MINUTE } from '#core/duration.ts'

/** The types that the vendor verifies. https://docs.stripe.com/billing/customer/tax-ids#validation */
const VERIFIED_TYPES: ReadonlySet<string> = new Set(['au_abn', 'eu_vat', 'gb_vat'])

/** The results of the vendor's test values, by their digits. */
const TEST_RESULTS: Readonly<Record<string, TaxIdVerification>> = {
  '000000000': 'verified',
  '111111111': 'unverified',
  '222222222': 'pending',
}

/** The time that a verification takes here, in milliseconds. */
const VERIFICATION_TIME = MINUTE

/**
 * Adds a tax id to a customer and emits `customer.tax_id.created`.
 *
 * @throws 400 for a type that the vendor does not know.
 */
export function addTaxId(
  context: PaymentsContext,
  customer: Pick<Customer, 'id' | 'account'>,
  input: Pick<TaxId, 'type' | 'value'>,
): TaxId {
  const taxId = insertTaxId(context, customer.account, customer.id, input)
  context.emit({ type: 'customer.tax_id.created', kind: 'tax_id', row: taxId })
  return taxId
}

/**
 * Adds a tax id of the account itself.
 *
 * @throws 400 for a type that the vendor does not know.
 */
export function addAccountTaxId(
  context: PaymentsContext,
  account: string,
  input: Pick<TaxId, 'type' | 'value'>,
): TaxId {
  return insertTaxId(context, account, null, input)
}

function insertTaxId(
  context: PaymentsContext,
  account: string,
  customer: string | null,
  { type, value }: Pick<TaxId, 'type' | 'value'>,
): TaxId {
  if (!/^[a-z]{2}_[a-z_]{2,12}$/.test(type))
    throw invalidParameter('type', `Invalid type: ${type} is no type of tax id`)
  const isVerified = customer !== null && VERIFIED_TYPES.has(type)
  const taxId = context.rows.taxIds.insert({
    customer,
    type,
    value,
    country: (type === 'eu_vat' ? value : type).slice(0, 2).toUpperCase(),
    verification: isVerified ? 'pending' : 'unavailable',
    ...newRecord(context, account, 'txi_'),
  })
  if (isVerified) context.schedule(VERIFICATION_TIME, 'verifyTaxId', { taxId: taxId.id })
  return taxId
}

/**
 * Ends the verification of a tax id: the vendor's test values have their results, and for all others no register can be
 * asked. Emits `customer.tax_id.updated`.
 */
export function verifyTaxId(context: PaymentsContext, id: string): void {
  const { taxIds } = context.rows
  const before = taxIds.get(id)
  if (before === undefined) return
  const verification = TEST_RESULTS[before.value.replaceAll(/\D/g, '')] ?? 'unavailable'
  const after = taxIds.update(id, { verification })
  context.emit({ type: 'customer.tax_id.updated', kind: 'tax_id', row: after, before })
}

/**
 * Returns the ids of the account's own tax ids that a parameter names.
 *
 * @throws 400 for one that does not exist, and for one of a customer.
 */
export function accountTaxIdsOf(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: string,
  ids: readonly string[],
  param: string,
): readonly string[] {
  return ids.map((id, index) => {
    const path = `${param}[${index}]`
    const taxId = findRecord(rows.taxIds, account, 'tax_id', id, { param: path })
    if (taxId.customer === null) return id
    throw invalidRequest(`The tax ID ${id} belongs to a customer, and not to the account.`, { param: path })
  })
}
