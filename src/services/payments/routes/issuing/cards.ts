import { missingParameter } from '#payments/errors.ts'
import { issuedCardJson } from '#payments/json/issuing.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  anything,
  boolean,
  currency,
  hash,
  integer,
  isInRange,
  metadata,
  oneOf,
  range,
  required,
  text,
  unsettable,
  unsupported,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import { issueCard, updateCard } from '#payments/rules/issuing/cards.ts'
import { controlsOf, SPENDING_CONTROLS } from '#payments/rules/issuing/params.ts'
import { findRecord, type IdSource } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { findCardholder } from './cardholders.ts'
import type { SignedCall } from '#payments/call.ts'
import type { IssuedCard } from '#payments/schema/issuing.ts'
import type { Wire } from '#payments/schema/payments.ts'

const one = '/v1/issuing/cards/:card'

const { spending_limits_currency: _currency, ...CARD_CONTROLS } = SPENDING_CONTROLS

const SHIPPING = {
  address: required(
    hash({
      ...ADDRESS,
      city: required(text()),
      country: required(text()),
      line1: required(text()),
      postal_code: required(text()),
    }),
  ),
  address_validation: hash({ mode: required(oneOf('disabled', 'normalization_only', 'validation_and_normalization')) }),
  business_name: text(),
  customs: hash({ eori_number: text() }),
  name: required(text()),
  phone_number: text(),
  require_signature: boolean(),
  service: oneOf('express', 'priority', 'standard'),
  type: oneOf('bulk', 'individual'),
}

const SHARED = {
  financial_account: unsupported(),
  metadata: metadata(),
  personalization_design: unsupported(),
  pin: anything(),
  shipping: hash(SHIPPING),
  spending_controls: hash(CARD_CONTROLS),
}

const STATUS = oneOf('active', 'canceled', 'inactive')
const TYPE = oneOf('physical', 'virtual')

/** Issued cards. https://docs.stripe.com/api/issuing/cards */
export const issuedCardsRoutes = [
  post(
    'PostIssuingCards',
    '/v1/issuing/cards',
    {
      ...SHARED,
      cardholder: text(),
      currency: required(currency()),
      exp_month: integer({ min: 1, max: 12 }),
      exp_year: integer(),
      lifecycle_controls: hash({ cancel_after: required(hash({ payment_count: required(integer({ min: 1 })) })) }),
      replacement_for: text(),
      replacement_reason: oneOf('damaged', 'expired', 'lost', 'stolen'),
      second_line: unsettable(text({ max: 24 })),
      status: oneOf('active', 'inactive'),
      type: required(TYPE),
    },
    (call) => {
      const { account, input } = call
      const { replacement_for: replaced, type, shipping } = input
      const before = replaced === undefined ? undefined : findCard(call, replaced, { param: 'replacement_for' })
      const cardholder = input.cardholder ?? before?.cardholder
      if (cardholder === undefined) throw missingParameter('cardholder')
      findCardholder(call, cardholder, { param: 'cardholder' })
      if (type === 'physical' && shipping === undefined) throw missingParameter('shipping')
      const card = issueCard(call, account, {
        cancelAfter: input.lifecycle_controls?.cancel_after.payment_count ?? null,
        cardholder,
        currency: input.currency,
        expMonth: input.exp_month,
        expYear: input.exp_year,
        metadata: mergeMetadata({}, input.metadata),
        replacementFor: replaced ?? null,
        replacementReason: input.replacement_reason ?? null,
        secondLine: input.second_line ?? null,
        shipping: type === 'virtual' || shipping === undefined ? null : newShipping(shipping),
        spendingControls: controlsOf(input.spending_controls, null, input.currency),
        status: input.status ?? 'inactive',
        type,
      })
      return answer(call, issuedCardJson(call, card))
    },
  ),
  get(
    'GetIssuingCards',
    '/v1/issuing/cards',
    {
      ...LIST_PARAMS,
      cardholder: text(),
      created: range(),
      exp_month: integer(),
      exp_year: integer(),
      last4: text(),
      personalization_design: unsupported(),
      status: STATUS,
      type: TYPE,
    },
    (call) => {
      const { rows, account, input } = call
      const { cardholder, created, exp_month: month, exp_year: year, last4, status, type } = input
      const isFiltered = [created, month, year, last4, status, type].some((each) => each !== undefined)
      const where = (each: IssuedCard): boolean =>
        isInRange(each.created, created) &&
        (month === undefined || each.expMonth === month) &&
        (year === undefined || each.expYear === year) &&
        (last4 === undefined || each.number.endsWith(last4)) &&
        (status === undefined || each.status === status) &&
        (type === undefined || each.type === type)
      const filter = isFiltered ? where : undefined
      const found =
        cardholder === undefined
          ? newestFirst(rows.issuedCards, 'all', [account], filter)
          : newestFirst(rows.issuedCards, 'cardholder', [account, cardholder], filter)
      return answerPage(call, found, 'issuing card', (each) => issuedCardJson(call, each))
    },
  ),
  get('GetIssuingCardsCard', one, {}, (call) => answer(call, issuedCardJson(call, findCard(call, call.params.card)))),
  post(
    'PostIssuingCardsCard',
    one,
    { ...SHARED, cancellation_reason: oneOf('lost', 'stolen'), status: STATUS },
    (call) => {
      const { input, params } = call
      const before = findCard(call, params.card)
      const card = updateCard(call, before, {
        cancellationReason: input.cancellation_reason ?? before.cancellationReason,
        metadata: mergeMetadata(before.metadata, input.metadata),
        shipping: input.shipping === undefined ? before.shipping : newShipping(input.shipping),
        spendingControls: controlsOf(input.spending_controls, before.spendingControls, before.currency),
        ...(input.status === undefined ? {} : { status: input.status }),
      })
      return answer(call, issuedCardJson(call, card))
    },
  ),
]

/** Returns the account's card that the path or a parameter names. */
export function findCard(
  { rows, account }: SignedCall & { readonly account: string },
  id: string,
  source: IdSource = { param: 'card', inPath: true },
): IssuedCard {
  return findRecord(rows.issuedCards, account, 'issuing card', id, source)
}

/** Writes the way of a card that has not left yet. */
function newShipping(input: ValuesOf<typeof SHIPPING>): Wire {
  const mode = input.address_validation?.mode ?? 'disabled'
  return {
    address: addressOf(input.address),
    address_validation: { mode, normalized_address: null, result: null },
    business_name: input.business_name ?? null,
    carrier: null,
    customs: input.customs === undefined ? null : { eori_number: input.customs.eori_number ?? null },
    eta: null,
    name: input.name,
    phone_number: input.phone_number ?? null,
    require_signature: input.require_signature ?? null,
    service: input.service ?? 'standard',
    status: 'pending',
    tracking_number: null,
    tracking_url: null,
    type: input.type ?? 'individual',
  }
}
