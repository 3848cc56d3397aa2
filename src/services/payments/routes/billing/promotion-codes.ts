import { addMonths } from '#core/duration.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, missingParameter, momentPassed } from '#payments/errors.ts'
import { promotionCodeJson } from '#payments/json/billing/catalog.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { now } from '#payments/rules/new-id.ts'
import {
  boolean,
  byCurrency,
  currency,
  hash,
  integer,
  isInRange,
  metadata,
  oneOf,
  range,
  required,
  text,
  timestamp,
  unsupported,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { findCoupon, isActive, requireFreeCode } from '#payments/rules/billing/discounts/find-coupon.ts'
import { addPromotionCode } from '#payments/rules/billing/discounts/new-promotion-code.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import type { PromotionCode } from '#payments/schema/billing/catalog.ts'

const CURRENCY_OPTIONS = byCurrency(hash({ minimum_amount: integer({ min: 1 }) }))

const PROMOTION_CODE_INPUT = {
  active: boolean(),
  code: text({ max: 500 }),
  // Until 2025-09-30 the coupon was a parameter of its own.
  coupon: text(),
  customer: text(),
  customer_account: unsupported(),
  expires_at: timestamp(),
  max_redemptions: integer({ min: 1 }),
  metadata: metadata(),
  promotion: hash({ coupon: text(), type: required(oneOf('coupon')) }),
  restrictions: hash({
    currency_options: CURRENCY_OPTIONS,
    first_time_transaction: boolean(),
    minimum_amount: integer({ min: 1 }),
    minimum_amount_currency: currency(),
  }),
}

const byPath = { param: 'promotion_code', inPath: true }

/** Promotion codes. https://docs.stripe.com/api/promotion_codes */
export const promotionCodesRoutes = [
  post('PostPromotionCodes', '/v1/promotion_codes', PROMOTION_CODE_INPUT, (call) => {
    const { account, input } = call
    const couponId = input.promotion?.coupon ?? input.coupon
    if (couponId === undefined) {
      if (input.promotion === undefined) throw missingParameter('promotion')
      throw invalidParameter('promotion.coupon', 'You must pass promotion.coupon when passing promotion')
    }
    const coupon = findCoupon(call, account, couponId, { param: 'promotion[coupon]' })
    const { customer, expires_at: expiresAt, restrictions = {} } = input
    if (customer !== undefined) findLiveCustomer(call, account, customer, { param: 'customer' })
    if (input.code !== undefined) requireCodeCharacters(input.code)
    if (expiresAt !== undefined) requireNearFuture('expires_at', expiresAt, now(call))
    if (expiresAt !== undefined && coupon.redeemBy !== null && expiresAt > coupon.redeemBy) {
      throw invalidParameter('expires_at', 'Promotion code cannot expire after its coupon.')
    }
    if ((restrictions.minimum_amount === undefined) !== (restrictions.minimum_amount_currency === undefined)) {
      throw invalidParameter(
        'restrictions[minimum_amount]',
        '`minimum_amount` and `minimum_amount_currency` must be set together.',
      )
    }
    const code = addPromotionCode(call, account, {
      active: input.active ?? true,
      ...(input.code === undefined ? {} : { code: input.code }),
      coupon: coupon.id,
      customer: customer ?? null,
      expiresAt: expiresAt ?? null,
      maxRedemptions: input.max_redemptions ?? null,
      metadata: mergeMetadata({}, input.metadata),
      firstTimeTransaction: restrictions.first_time_transaction ?? false,
      minimumAmount: restrictions.minimum_amount ?? null,
      minimumAmountCurrency: restrictions.minimum_amount_currency ?? null,
      restrictionCurrencies: minimaOf(restrictions.currency_options),
    })
    return answer(call, write(call, code))
  }),
  get(
    'GetPromotionCodes',
    '/v1/promotion_codes',
    { ...LIST_PARAMS, active: boolean(), code: text(), coupon: text(), created: range(), customer: text() },
    (call) => {
      const { active, code, coupon, created, customer } = call.input
      const where = (each: PromotionCode): boolean =>
        isInRange(each.created, created) &&
        (active === undefined || isActive(call.rows, each, now(call)) === active) &&
        (code === undefined || each.codeKey === code.toLowerCase()) &&
        (coupon === undefined || each.coupon === coupon) &&
        (customer === undefined || each.customer === customer)
      const found = newestFirst(call.rows.promotionCodes, 'all', [call.account], where)
      return answerPage(call, found, 'promotion_code', (each) => write(call, each))
    },
  ),
  get('GetPromotionCodesPromotionCode', '/v1/promotion_codes/:promotion_code', {}, (call) =>
    answer(
      call,
      write(
        call,
        findRecord(call.rows.promotionCodes, call.account, 'promotion code', call.params.promotion_code, byPath),
      ),
    ),
  ),
  post(
    'PostPromotionCodesPromotionCode',
    '/v1/promotion_codes/:promotion_code',
    { active: boolean(), metadata: metadata(), restrictions: hash({ currency_options: CURRENCY_OPTIONS }) },
    (call) => {
      const { rows, account, input } = call
      const before = findRecord(rows.promotionCodes, account, 'promotion code', call.params.promotion_code, byPath)
      if (input.active === true && !before.active) requireFreeCode(rows, before, now(call), before.id)
      const after = rows.promotionCodes.update(before.id, {
        ...(input.active === undefined ? {} : { active: input.active }),
        metadata: mergeMetadata(before.metadata, input.metadata),
        restrictionCurrencies: { ...before.restrictionCurrencies, ...minimaOf(input.restrictions?.currency_options) },
      })
      call.emit({ type: 'promotion_code.updated', kind: 'promotion_code', row: after, before })
      return answer(call, write(call, after))
    },
  ),
]

/** @throws 400 for a code that no customer could type. */
function requireCodeCharacters(code: string): void {
  if (/^[a-zA-Z0-9\-_]+$/.test(code)) return
  throw invalidParameter(
    'code',
    `This value must match the regex pattern. (/\\A[a-zA-Z0-9\\-_]+\\z/ does not match for the value ${code}).`,
  )
}

/** @throws 400 for a moment that has passed, and for one that is more than five years away. */
function requireNearFuture(param: string, at: number, from: number): void {
  if (at <= from) throw momentPassed(param, at)
  if (at > addMonths(from * 1000, 60) / 1000) {
    throw invalidParameter(param, 'Invalid timestamp: can be no more than five years in the future.')
  }
}

function write(context: Pick<PaymentsContext, 'rows' | 'clock'>, promotionCode: PromotionCode) {
  return promotionCodeJson({ promotionCode, active: isActive(context.rows, promotionCode, now(context)) })
}

function minimaOf(options: Readonly<Record<string, { readonly minimum_amount?: number | undefined }>> = {}) {
  return Object.fromEntries(Object.entries(options).map(([code, { minimum_amount = 0 }]) => [code, { minimum_amount }]))
}
