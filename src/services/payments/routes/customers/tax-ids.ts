import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { noSuch } from '#payments/errors.ts'
import { taxIdJson } from '#payments/json/customers.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { requireTaxIdValue } from '#payments/rules/customers/tax-id-values.ts'
import { addTaxId } from '#payments/rules/customers/tax-ids.ts'
import { TAX_ID_INPUT } from '#payments/rules/customers/customer-params.ts'

const one = '/v1/customers/:customer'

const byPath = { param: 'customer', inPath: true }

/** The tax ids of a customer. https://docs.stripe.com/api/tax_ids/customer_create */
export const customerTaxIdsRoutes = [
  post('PostCustomersCustomerTaxIds', `${one}/tax_ids`, TAX_ID_INPUT, (call) => {
    const customer = findLiveCustomer(call, call.account, call.params.customer, byPath)
    requireTaxIdValue(call.input, 'value')
    return answer(call, taxIdJson(addTaxId(call, customer, call.input)))
  }),
  get('GetCustomersCustomerTaxIds', `${one}/tax_ids`, LIST_PARAMS, (call) => {
    const { id } = findLiveCustomer(call, call.account, call.params.customer, byPath)
    return answerPage(call, newestFirst(call.rows.taxIds, 'customer', [id]), 'tax_id', taxIdJson)
  }),
  get('GetCustomersCustomerTaxIdsId', `${one}/tax_ids/:id`, {}, (call) =>
    answer(call, taxIdJson(findTaxIdOf(call, call.account, call.params))),
  ),
  del('DeleteCustomersCustomerTaxIdsId', `${one}/tax_ids/:id`, {}, (call) => {
    const taxId = findTaxIdOf(call, call.account, call.params)
    call.rows.taxIds.delete(taxId.id)
    call.emit({ type: 'customer.tax_id.deleted', kind: 'tax_id', row: taxId })
    return json({ id: taxId.id, object: 'tax_id', deleted: true })
  }),
]

function findTaxIdOf(
  context: PaymentsContext,
  account: string,
  { customer, id }: { readonly customer: string; readonly id: string },
) {
  findLiveCustomer(context, account, customer, byPath)
  const taxId = findRecord(context.rows.taxIds, account, 'tax_id', id, { param: 'id', inPath: true })
  if (taxId.customer !== customer) throw noSuch('tax_id', id, 'id', 404)
  return taxId
}
