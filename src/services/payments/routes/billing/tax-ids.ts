import { json } from '#core/answer.ts'
import { missingParameter } from '#payments/errors.ts'
import { taxIdJson } from '#payments/json/customers.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { hash, oneOf, required, text, unsupported, type ValuesOf } from '#payments/protocol/params.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { findRecord } from '#payments/rules/records.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { requireTaxIdValue } from '#payments/rules/customers/tax-id-values.ts'
import { addAccountTaxId, addTaxId } from '#payments/rules/customers/tax-ids.ts'

const OWNER = hash({
  account: unsupported(),
  customer: text(),
  customer_account: unsupported(),
  type: required(oneOf('customer', 'self')),
})

const byPath = { param: 'id', inPath: true }

/** The tax ids of the account and of its customers. https://docs.stripe.com/api/tax_ids */
export const taxIdsRoutes = [
  post('PostTaxIds', '/v1/tax_ids', { owner: OWNER, type: required(text()), value: required(text()) }, (call) => {
    const { account, input } = call
    const id = customerOf(input.owner)
    requireTaxIdValue(input, 'value')
    if (id === null) return answer(call, taxIdJson(addAccountTaxId(call, account, input)))
    const customer = findLiveCustomer(call, account, id, { param: 'owner[customer]' })
    return answer(call, taxIdJson(addTaxId(onTestClock(call, customer.testClock), customer, input)))
  }),
  get('GetTaxIds', '/v1/tax_ids', { ...LIST_PARAMS, owner: OWNER }, (call) => {
    const owner = customerOf(call.input.owner)
    const found = newestFirst(call.rows.taxIds, 'all', [call.account], ({ customer }) => customer === owner)
    return answerPage(call, found, 'tax_id', taxIdJson)
  }),
  get('GetTaxIdsId', '/v1/tax_ids/:id', {}, (call) =>
    answer(call, taxIdJson(findRecord(call.rows.taxIds, call.account, 'tax_id', call.params.id, byPath))),
  ),
  del('DeleteTaxIdsId', '/v1/tax_ids/:id', {}, (call) => {
    const taxId = findRecord(call.rows.taxIds, call.account, 'tax_id', call.params.id, byPath)
    call.rows.taxIds.delete(taxId.id)
    if (taxId.customer !== null) call.emit({ type: 'customer.tax_id.deleted', kind: 'tax_id', row: taxId })
    return json({ id: taxId.id, object: 'tax_id', deleted: true })
  }),
]

/**
 * Returns the customer that a parameter names as the owner; null for the account itself.
 *
 * @throws 400 where the customer is missing.
 */
function customerOf(owner: ValuesOf<{ owner: typeof OWNER }>['owner']): string | null {
  if (owner === undefined || owner.type === 'self') return null
  if (owner.customer === undefined) throw missingParameter('owner[customer]')
  return owner.customer
}
