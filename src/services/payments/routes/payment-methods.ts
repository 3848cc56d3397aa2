import { invalidRequest, missingParameter } from '#payments/errors.ts'
import { emitChange } from '#payments/rules/events.ts'
import { mandateJson, paymentMethodJson, tokenJson } from '#payments/json/payment-methods.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { anything, hash, integer, oneOf, required, scalarOr, text, type ValuesOf } from '#payments/protocol/params.ts'
import { BILLING_DETAILS, billingDetailsOf, PAYMENT_METHOD_DATA } from '#payments/rules/payment-methods/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerList, get, post } from './route.ts'
import { cardDetails, fingerprintOf } from '#payments/rules/cards/card-details.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import {
  attachPaymentMethod,
  detachPaymentMethod,
  findMethodOfCustomer,
  findPaymentMethod,
} from '#payments/rules/payment-methods/attach.ts'
import { addPaymentMethod } from '#payments/rules/payment-methods/new-payment-method.ts'
import { addToken } from '#payments/rules/payment-methods/tokens.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'

const one = '/v1/payment_methods/:payment_method'
const byPath = { param: 'payment_method', inPath: true }
const customerPath = { param: 'customer', inPath: true }

const FILTERS = {
  ...LIST_PARAMS,
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  type: text(),
}

const TOKEN_CARD = {
  number: required(text()),
  exp_month: required(integer()),
  exp_year: required(integer()),
  cvc: text({ max: 4 }),
  name: text(),
  address_city: text(),
  address_country: text(),
  address_line1: text(),
  address_line2: text(),
  address_state: text(),
  address_zip: text(),
  currency: text(),
  networks: anything(),
}

const TOKEN_BANK_ACCOUNT = {
  account_holder_name: text(),
  account_holder_type: oneOf('individual', 'company'),
  account_number: required(text()),
  account_type: oneOf('checking', 'savings'),
  country: required(text()),
  currency: text(),
  payment_method: text(),
  routing_number: text(),
}

/** Payment methods, those of customers, and tokens. https://docs.stripe.com/api/payment_methods */
export const paymentMethodsRoutes = [
  post(
    'PostPaymentMethods',
    '/v1/payment_methods',
    { ...PAYMENT_METHOD_DATA, customer: text(), payment_method: text() },
    (call) => {
      const { input, account } = call
      if (input.payment_method !== undefined) {
        throw invalidRequest('backlot does not clone payment methods to connected accounts.', {
          param: 'payment_method',
        })
      }
      return answer(call, paymentMethodJson(addPaymentMethod(call, account, input)))
    },
    { publishable: true },
  ),
  get('GetPaymentMethods', '/v1/payment_methods', { ...FILTERS, customer: text() }, (call) => {
    const { customer } = call.input
    const where = filterOf(call.input)
    const { paymentMethods } = call.rows
    if (customer === undefined) {
      // Without a customer the vendor lists those that belong to none.
      const loose = (method: PaymentMethod): boolean => method.customer === null && !method.consumed && where(method)
      return answerList(
        call,
        newestFirst(paymentMethods, 'all', [call.account], loose),
        'payment_method',
        paymentMethodJson,
      )
    }
    findLiveCustomer(call, call.account, customer, { param: 'customer' })
    return answerList(
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
      emitChange(call, account, 'payment_method.updated', paymentMethodJson(before), paymentMethodJson(after))
      return answer(call, paymentMethodJson(after))
    },
  ),
  post('PostPaymentMethodsPaymentMethodAttach', `${one}/attach`, { customer: required(text()) }, (call) => {
    const { input, account, params } = call
    const customer = findLiveCustomer(call, account, input.customer, { param: 'customer' })
    const method = findPaymentMethod(call, account, params.payment_method, byPath)
    return answer(call, paymentMethodJson(attachPaymentMethod(call, method, customer.id)))
  }),
  post('PostPaymentMethodsPaymentMethodDetach', `${one}/detach`, {}, (call) => {
    const method = findPaymentMethod(call, call.account, call.params.payment_method, byPath)
    return answer(call, paymentMethodJson(detachPaymentMethod(call, method)))
  }),
  get('GetCustomersCustomerPaymentMethods', '/v1/customers/:customer/payment_methods', FILTERS, (call) => {
    const { id } = findLiveCustomer(call, call.account, call.params.customer, customerPath)
    const methods = newestFirst(call.rows.paymentMethods, 'customer', [id], filterOf(call.input))
    return answerList(call, methods, 'payment_method', paymentMethodJson)
  }),
  get(
    'GetCustomersCustomerPaymentMethodsPaymentMethod',
    '/v1/customers/:customer/payment_methods/:payment_method',
    {},
    (call) => {
      const { id } = findLiveCustomer(call, call.account, call.params.customer, customerPath)
      return answer(
        call,
        paymentMethodJson(findMethodOfCustomer(call, call.account, id, call.params.payment_method, byPath)),
      )
    },
  ),
  post(
    'PostTokens',
    '/v1/tokens',
    {
      card: scalarOr(text(), hash(TOKEN_CARD)),
      bank_account: hash(TOKEN_BANK_ACCOUNT),
      customer: text(),
      account: anything(),
      cvc_update: anything(),
      person: anything(),
      pii: anything(),
    },
    (call) => answer(call, tokenJson(newToken(call))),
    { publishable: true },
  ),
  get('GetTokensToken', '/v1/tokens/:token', {}, (call) =>
    answer(
      call,
      tokenJson(
        findRecord(call.rows.tokens, call.account, 'token', call.params.token, { param: 'token', inPath: true }),
      ),
    ),
  ),
  get('GetMandatesMandate', '/v1/mandates/:mandate', {}, (call) => {
    const mandate = findRecord(call.rows.mandates, call.account, 'mandate', call.params.mandate, {
      param: 'mandate',
      inPath: true,
    })
    return answer(call, mandateJson(mandate, call.rows.paymentMethods.get(mandate.paymentMethod)))
  }),
]

function filterOf({
  type,
  allow_redisplay: redisplay,
}: {
  readonly type?: string | undefined
  readonly allow_redisplay?: string | undefined
}) {
  return (method: PaymentMethod): boolean =>
    (type === undefined || method.type === type) && (redisplay === undefined || method.allowRedisplay === redisplay)
}

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

type TokenCall = Parameters<typeof addToken>[0] & {
  readonly account: string
  readonly input: {
    readonly card?: string | ValuesOf<typeof TOKEN_CARD> | undefined
    readonly bank_account?: ValuesOf<typeof TOKEN_BANK_ACCOUNT> | undefined
  }
}

/** Adds the token of a request: of a card or of a bank account. */
function newToken(call: TokenCall) {
  const { card, bank_account: bank } = call.input
  if (bank !== undefined) {
    const {
      account_number,
      routing_number = '110000000',
      account_holder_type,
      account_type,
      account_holder_name,
    } = bank
    return addToken(call, call.account, {
      card: null,
      usBankAccount: {
        accountNumber: account_number,
        routingNumber: routing_number,
        accountHolderType: account_holder_type ?? 'individual',
        accountType: account_type ?? 'checking',
        verified: false,
        fingerprint: fingerprintOf(`${routing_number} ${account_number}`),
      },
      billingDetails: billingDetailsOf({ name: account_holder_name }),
    })
  }
  if (card === undefined || typeof card === 'string') throw missingParameter('card')
  const address = {
    city: card.address_city,
    country: card.address_country,
    line1: card.address_line1,
    line2: card.address_line2,
    postal_code: card.address_zip,
    state: card.address_state,
  }
  return addToken(call, call.account, {
    card: cardDetails(call, card, address),
    usBankAccount: null,
    billingDetails: billingDetailsOf({ name: card.name, address }),
  })
}
