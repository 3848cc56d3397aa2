import { issuingAuthorizationJson } from '#payments/json/issuing.ts'
import {
  anything,
  boolean,
  currency,
  hash,
  integer,
  oneOf,
  required,
  text,
  unsupported,
} from '#payments/protocol/params.ts'
import {
  authorizeCard,
  captureIssued,
  expireIssued,
  incrementIssued,
  reverseIssued,
} from '#payments/rules/issuing/authorizations.ts'
import { MERCHANT, merchantOf } from '#payments/rules/issuing/params.ts'
import { findAuthorization } from '../../issuing/authorizations.ts'
import { findCard } from '../../issuing/cards.ts'
import { answer, post } from '../../route.ts'

const all = '/v1/test_helpers/issuing/authorizations'
const one = `${all}/:authorization` as const

const CHECK = oneOf('match', 'mismatch', 'not_provided')

const VERIFICATION = {
  address_line1_check: CHECK,
  address_postal_code_check: CHECK,
  authentication_exemption: anything(),
  cvc_check: CHECK,
  expiry_check: CHECK,
  three_d_secure: hash({ result: required(oneOf('attempt_acknowledged', 'authenticated', 'failed', 'required')) }),
}

/** Payments with issued cards in a test. https://docs.stripe.com/issuing/testing */
export const testAuthorizationsRoutes = [
  post(
    'PostTestHelpersIssuingAuthorizations',
    all,
    {
      amount: integer({ min: 0 }),
      amount_details: unsupported(),
      authorization_method: oneOf('chip', 'contactless', 'keyed_in', 'online', 'swipe'),
      card: required(text()),
      currency: currency(),
      fleet: unsupported(),
      fraud_disputability_likelihood: anything(),
      fuel: unsupported(),
      is_amount_controllable: boolean(),
      merchant_amount: unsupported(),
      merchant_currency: unsupported(),
      merchant_data: hash(MERCHANT),
      network_data: anything(),
      risk_assessment: anything(),
      verification_data: hash(VERIFICATION),
      wallet: oneOf('apple_pay', 'google_pay', 'samsung_pay'),
    },
    (call) => {
      const { account, input } = call
      const card = findCard(call, input.card, { param: 'card' })
      const {
        authentication_exemption: exemption = null,
        three_d_secure = null,
        ...checks
      } = input.verification_data ?? {}
      const authorization = authorizeCard(call, account, {
        amount: input.amount ?? 0,
        authorizationMethod: input.authorization_method ?? 'online',
        card: card.id,
        cardholder: card.cardholder,
        currency: input.currency ?? card.currency,
        isAmountControllable: input.is_amount_controllable ?? false,
        merchantData: merchantOf(input.merchant_data),
        verificationData: {
          address_line1_check: 'not_provided',
          address_postal_code_check: 'not_provided',
          authentication_exemption: exemption,
          cvc_check: 'match',
          expiry_check: 'match',
          postal_code: null,
          three_d_secure,
          ...checks,
        },
        wallet: input.wallet ?? null,
      })
      return answer(call, issuingAuthorizationJson(call, authorization))
    },
  ),
  post(
    'PostTestHelpersIssuingAuthorizationsAuthorizationCapture',
    `${one}/capture`,
    { capture_amount: integer({ min: 1 }), close_authorization: boolean(), purchase_details: unsupported() },
    (call) => {
      const { capture_amount: amount, close_authorization: closes } = call.input
      const before = findAuthorization(call, call.params.authorization)
      return answer(call, issuingAuthorizationJson(call, captureIssued(call, before, { amount, closes })))
    },
  ),
  post('PostTestHelpersIssuingAuthorizationsAuthorizationExpire', `${one}/expire`, {}, (call) =>
    answer(
      call,
      issuingAuthorizationJson(call, expireIssued(call, findAuthorization(call, call.params.authorization))),
    ),
  ),
  post(
    'PostTestHelpersIssuingAuthorizationsAuthorizationIncrement',
    `${one}/increment`,
    { increment_amount: required(integer({ min: 1 })), is_amount_controllable: boolean() },
    (call) => {
      const found = findAuthorization(call, call.params.authorization)
      const { is_amount_controllable: isAmountControllable = found.isAmountControllable } = call.input
      const before = call.rows.issuingAuthorizations.update(found.id, { isAmountControllable })
      return answer(call, issuingAuthorizationJson(call, incrementIssued(call, before, call.input.increment_amount)))
    },
  ),
  post(
    'PostTestHelpersIssuingAuthorizationsAuthorizationReverse',
    `${one}/reverse`,
    { reverse_amount: integer({ min: 1 }) },
    (call) => {
      const before = findAuthorization(call, call.params.authorization)
      return answer(call, issuingAuthorizationJson(call, reverseIssued(call, before, call.input.reverse_amount)))
    },
  ),
]
