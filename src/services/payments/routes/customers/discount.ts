import { failure } from '#payments/errors.ts'
import { deletedDiscountJson, discountJson } from '#payments/json/billing/catalog.ts'
import { answer, del, get } from '../route.ts'
import { deleteDiscounts } from '#payments/rules/billing/discounts/discounts.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'

/**
 * The discount of a customer. Since 2025 it cannot be set by the API, only deleted.
 * https://docs.stripe.com/api/discounts/delete
 */
export const customerDiscountRoutes = [
  get('GetCustomersCustomerDiscount', '/v1/customers/:customer/discount', {}, (call) => {
    const source = { param: 'customer', inPath: true }
    const { discount } = findLiveCustomer(call, call.account, call.params.customer, source)
    if (discount === null) throw failure(404, 'No active discount for customer', { code: 'resource_missing' })
    return answer(call, discountJson(discount))
  }),
  del('DeleteCustomersCustomerDiscount', '/v1/customers/:customer/discount', {}, (call) => {
    const source = { param: 'customer', inPath: true }
    const { id, discount, testClock } = findLiveCustomer(call, call.account, call.params.customer, source)
    if (discount === null) throw failure(404, 'No active discount for customer', { code: 'resource_missing' })
    call.rows.customers.update(id, { discount: null })
    deleteDiscounts(onTestClock(call, testClock), [discount.id])
    return answer(call, deletedDiscountJson(discount))
  }),
]
