import { activeEntitlementJson } from '#payments/json/entitlements.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { required, text } from '#payments/protocol/params.ts'
import { findCustomer } from '#payments/rules/customers/find-customer.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get } from '../route.ts'

/** The features that customers may use. https://docs.stripe.com/api/entitlements/active-entitlement */
export const activeEntitlementsRoutes = [
  get(
    'GetEntitlementsActiveEntitlements',
    '/v1/entitlements/active_entitlements',
    { ...LIST_PARAMS, customer: required(text()) },
    (call) => {
      const { id } = findCustomer(call, call.account, call.input.customer, { param: 'customer' })
      const found = newestFirst(call.rows.activeEntitlements, 'customer', [id])
      return answerPage(call, found, 'active entitlement', activeEntitlementJson)
    },
  ),
  get('GetEntitlementsActiveEntitlementsId', '/v1/entitlements/active_entitlements/:id', {}, (call) => {
    const { rows, account, params } = call
    const source = { param: 'id', inPath: true }
    return answer(
      call,
      activeEntitlementJson(findRecord(rows.activeEntitlements, account, 'active entitlement', params.id, source)),
    )
  }),
]
