import { invalidRequest } from '#payments/errors.ts'
import { paymentMethodJson } from '#payments/json/payment-methods.ts'
import { listOfRows, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { anything, hash, integer, oneOf, text } from '#payments/protocol/params.ts'
import { BILLING_DETAILS, billingDetailsOf, PAYMENT_METHOD_DATA } from '#payments/rules/payment-methods/params.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { cardDetails } from '#payments/rules/cards/card-details.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { attachPaymentMethod, detachPaymentMethod, findPaymentMethod } from '#payments/rules/payment-methods/attach.ts'
import { clonePaymentMethod } from '#payments/rules/payment-methods/clone.ts'
import { addPaymentMethod } from '#payments/rules/payment-methods/new-payment-method.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { FILTERS, filterOf } from '#payments/rules/payment-methods/list-filter.ts'

const one = '/v1/payment_methods/:payment_method'

const byPath = { param: 'payment_method', inPath: true }

/** Payment methods. https://docs.stripe.com/api/payment_methods */
export const paymentMethodsRoutes = [
  post(
    'PostPaymentMethods',
    '/v1/payment_methods',
    { ...PAYMENT_METHOD_DATA, customer: text(), payment_method: text() },
    (call) => {
      const { input, account } = call
      const { customer, payment_method: paymentMethod } = input
      if (paymentMethod !== undefined) {
        return answer(call, paymentMethodJson(clonePaymentMethod(call, account, { customer, paymentMethod })))
      }
      return answer(call, paymentMethodJson(addPaymentMethod(call, account, input)))
    },
    { publishable: true },
  ),
  get('GetPaymentMethods', '/v1/payment_methods', { ...FILTERS, customer: text() }, (call) => {
    const { customer } = call.input
    const where = filterOf(call.input)
    const { paymentMethods } = call.rows
    // Without a customer the vendor lists none.
    if (customer === undefined)
      return answerPage(call, listOfRows<PaymentMethod>([]), 'payment_method', paymentMethodJson)
    findLiveCustomer(call, call.account, customer, { param: 'customer' })
    return answerPage(
      call,
      newestFirst(paymentMethods, 'customer', [customer], where),
      'payment_method',
      paymentMethodJson,
    )
  }),
  get('GetPaymentMethodsPaymentMethod', one, {}, (call) =>
    answer(call, paymentMethodJson(findPaymentMethod(call, call.account, call.params.payment_method, byPath))),
  ),
  post(
    'PostPaymentMethodsPaymentMethod',
    one,
    {
      allow_redisplay: oneOf('always', 'limited', 'unspecified'),
      billing_details: hash(BILLING_DETAILS),
      card: hash({ exp_month: integer(), exp_year: integer(), networks: anything() }),
      metadata: PAYMENT_METHOD_DATA.metadata,
      payto: anything(),
      us_bank_account: hash({
        account_holder_type: oneOf('individual', 'company'),
        account_type: oneOf('checking', 'savings'),
      }),
    },
    (call) => {
      const { input, rows, account, params } = call
      const before = findPaymentMethod(call, account, params.payment_method, byPath)
      if (before.customer === null) {
        throw invalidRequest('You must save this PaymentMethod to a customer before you can update it.', {
          code: 'payment_method_unexpected_state',
        })
      }
      const { card } = before
      const after = rows.paymentMethods.update(before.id, {
        allowRedisplay: input.allow_redisplay ?? before.allowRedisplay,
        billingDetails: billingDetailsOf(input.billing_details, before.billingDetails),
        metadata: mergeMetadata(before.metadata, input.metadata),
        card:
          card === null || input.card === undefined
            ? card
            : { ...card, ...datesOf(call, card.number, { ...card, ...input.card }) },
        usBankAccount:
          before.usBankAccount === null
            ? null
            : {
                ...before.usBankAccount,
                accountHolderType: input.us_bank_account?.account_holder_type ?? before.usBankAccount.accountHolderType,
                accountType: input.us_bank_account?.account_type ?? before.usBankAccount.accountType,
              },
      })
      call.emit({ type: 'payment_method.updated', kind: 'payment_method', row: after, before })
      return answer(call, paymentMethodJson(after))
    },
  ),
  post('PostPaymentMethodsPaymentMethodAttach', `${one}/attach`, { customer: text() }, (call) => {
    const { input, account, params } = call
    if (input.customer === undefined) {
      throw invalidRequest('Must provide customer or customer_account.', { code: 'parameter_missing' })
    }
    const customer = findLiveCustomer(call, account, input.customer, { param: 'customer' })
    const method = findPaymentMethod(call, account, params.payment_method, byPath)
    return answer(call, paymentMethodJson(attachPaymentMethod(call, method, customer.id)))
  }),
  post('PostPaymentMethodsPaymentMethodDetach', `${one}/detach`, {}, (call) => {
    const method = findPaymentMethod(call, call.account, call.params.payment_method, byPath)
    return answer(call, paymentMethodJson(detachPaymentMethod(call, method)))
  }),
]

function datesOf(
  call: Parameters<typeof cardDetails>[0],
  number: string,
  card: {
    readonly expMonth: number
    readonly expYear: number
    readonly exp_month?: number | undefined
    readonly exp_year?: number | undefined
  },
) {
  const { exp_month = card.expMonth, exp_year = card.expYear } = card
  const { expMonth, expYear } = cardDetails(call, { number, exp_month, exp_year })
  return { expMonth, expYear }
}
