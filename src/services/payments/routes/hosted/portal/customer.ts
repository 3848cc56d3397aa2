import type { Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { customerPage } from '#payments/pages/portal-customer.ts'
import { taxIdInWords } from '#payments/rules/customers/tax-id-types.ts'
import { changeCustomer, customerFormValues, customerMistakes } from '#payments/rules/checkout/portal-customer.ts'
import { done, frameOf, GONE, PORTAL_HOME } from './answers.ts'
import { loadPortal, type PortalCall } from '#payments/steps/portal.ts'
import { loadPageScript } from '#payments/steps/browser-programs.ts'

const { get, post } = routesFor<PaymentsCall>()

/** The portal's page on which customers change their details. */
export const portalCustomerRoutes = [
  get('portal/customer', `${PORTAL_HOME}/customer`, loadPageScript, loadPortal, (call) => {
    if (call.session === null || !call.features.customer_update.enabled) return missingPage(GONE)
    return show(call, customerFormValues(call.customer), {})
  }),
  post('portal/change-customer', `${PORTAL_HOME}/customer`, loadPageScript, loadPortal, (call) => {
    if (call.session === null || !call.features.customer_update.enabled) return missingPage(GONE)
    const typed = Object.fromEntries(call.form())
    const { allowed_updates: allowed } = call.features.customer_update
    const mistakes = customerMistakes(typed, allowed)
    if (Object.keys(mistakes).length > 0) return show(call, typed, mistakes)
    changeCustomer(call, call.customer, typed, allowed)
    return done(call, 'Your information has been changed.')
  }),
  post('portal/delete-tax-id', `${PORTAL_HOME}/customer/tax-ids/:id`, loadPageScript, loadPortal, (call) => {
    const taxId = call.rows.taxIds.get(call.params.id)
    const { enabled, allowed_updates: allowed } = call.features?.customer_update ?? {
      enabled: false,
      allowed_updates: [],
    }
    if (call.session === null || !enabled || !allowed.includes('tax_id')) return missingPage(GONE)
    if (taxId?.customer !== call.session.customer) return missingPage(GONE)
    call.rows.taxIds.delete(taxId.id)
    call.emit({ type: 'customer.tax_id.deleted', kind: 'tax_id', row: taxId })
    return done(call, 'Your information has been changed.')
  }),
]

function show(
  call: PortalCall,
  values: Readonly<Record<string, string>>,
  errors: Readonly<Record<string, string>>,
): Answer {
  const { rows, customer, features, home } = call
  return customerPage(frameOf(call), {
    action: `${home}/customer`,
    form: { values, errors },
    allowed: features.customer_update.allowed_updates,
    taxIds: rows.taxIds
      .list('customer', customer.id)
      .map((taxId) => ({ words: taxIdInWords(taxId), removal: `${home}/customer/tax-ids/${taxId.id}` })),
  })
}
