import type { Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { addMethodPage } from '#payments/pages/portal.ts'
import { readCardForm } from '#payments/rules/checkout/card-form.ts'
import { attachPaymentMethod, detachPaymentMethod } from '#payments/rules/payment-methods/attach.ts'
import { addPaymentMethod } from '#payments/rules/payment-methods/new-payment-method.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { done, frameOf, GONE, PORTAL_HOME } from './answers.ts'
import { loadPortal, type PortalCall } from '#payments/steps/portal.ts'
import { loadPageScript } from '#payments/steps/browser-programs.ts'

const { get, post } = routesFor<PaymentsCall>()

const EMPTY = { values: {}, errors: {} }

/** The portal's pages on which customers add, remove and choose payment methods. */
export const portalPaymentMethodsRoutes = [
  get('portal/payment-methods', `${PORTAL_HOME}/payment-methods`, loadPageScript, loadPortal, (call) =>
    call.session === null || !call.features.payment_method_update.enabled
      ? missingPage(GONE)
      : addMethodPage(frameOf(call), { action: `${call.home}/payment-methods`, form: EMPTY, alert: null }),
  ),
  post('portal/add-payment-method', `${PORTAL_HOME}/payment-methods`, loadPageScript, loadPortal, (call) =>
    call.session === null || !call.features.payment_method_update.enabled ? missingPage(GONE) : addMethod(call),
  ),
  post('portal/change-payment-method', `${PORTAL_HOME}/payment-methods/:method`, loadPageScript, loadPortal, (call) => {
    const method = call.rows.paymentMethods.get(call.params.method)
    const isOwn = call.session !== null && method?.customer === call.session.customer
    if (!isOwn || !call.features.payment_method_update.enabled) return missingPage(GONE)
    if (call.form().get('do') === 'delete') detachPaymentMethod(call, method)
    else makeDefault(call, call.customer, method.id)
    return done(call, 'Your payment methods have been changed.')
  }),
]

/** Adds a card and makes it the default, as the portal does. */
function addMethod(call: PortalCall): Answer {
  const typed = Object.fromEntries(call.form())
  const action = `${call.home}/payment-methods`
  const read = readCardForm(typed, call.clock.now())
  if ('errors' in read)
    return addMethodPage(frameOf(call), { action, form: { values: typed, errors: read.errors }, alert: null })
  try {
    const method = addPaymentMethod(call, call.customer.account, read.input)
    makeDefault(call, call.customer, attachPaymentMethod(call, method, call.customer.id).id)
    return done(call, 'Your payment method has been added.')
  } catch (error) {
    if (error instanceof Failure) {
      return addMethodPage(frameOf(call), { action, form: { values: typed, errors: {} }, alert: error.message })
    }
    throw error
  }
}

function makeDefault(call: PortalCall, before: Customer, method: string): void {
  const after = call.rows.customers.update(before.id, {
    invoiceSettings: { ...before.invoiceSettings, default_payment_method: method },
  })
  call.emit({ type: 'customer.updated', kind: 'customer', row: after, before })
}
