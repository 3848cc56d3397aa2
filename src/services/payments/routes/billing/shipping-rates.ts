import type { PaymentsContext } from '#payments/call.ts'
import { shippingRateJson } from '#payments/json/billing/catalog.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { boolean, currency, hash, isInRange, metadata, range } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import {
  addShippingRate,
  CURRENCY_OPTIONS,
  optionsOf,
  SHIPPING_RATE_INPUT,
  TAX_BEHAVIOR,
} from '#payments/rules/billing/prices/new-shipping-rate.ts'
import type { ShippingRate } from '#payments/schema/billing/catalog.ts'

const SHIPPING_RATE_CHANGES = {
  active: boolean(),
  fixed_amount: hash({ currency_options: CURRENCY_OPTIONS }),
  metadata: metadata(),
  tax_behavior: TAX_BEHAVIOR,
}

const byPath = { param: 'shipping_rate_token', inPath: true }

/** Shipping rates. https://docs.stripe.com/api/shipping_rates */
export const shippingRatesRoutes = [
  post('PostShippingRates', '/v1/shipping_rates', SHIPPING_RATE_INPUT, (call) =>
    answer(call, shippingRateJson(addShippingRate(call, call.account, call.input))),
  ),
  get(
    'GetShippingRates',
    '/v1/shipping_rates',
    { ...LIST_PARAMS, active: boolean(), created: range(), currency: currency() },
    (call) => {
      const { active, created, currency: code } = call.input
      const where = (rate: ShippingRate): boolean =>
        isInRange(rate.created, created) &&
        (active === undefined || rate.active === active) &&
        (code === undefined || rate.currency === code)
      return answerPage(
        call,
        newestFirst(call.rows.shippingRates, 'all', [call.account], where),
        'shipping_rate',
        shippingRateJson,
      )
    },
  ),
  get('GetShippingRatesShippingRateToken', '/v1/shipping_rates/:shipping_rate_token', {}, (call) =>
    answer(call, shippingRateJson(find(call, call.account, call.params.shipping_rate_token))),
  ),
  post(
    'PostShippingRatesShippingRateToken',
    '/v1/shipping_rates/:shipping_rate_token',
    SHIPPING_RATE_CHANGES,
    (call) => {
      const { rows, account, input } = call
      const before = find(call, account, call.params.shipping_rate_token)
      const after = rows.shippingRates.update(before.id, {
        active: input.active ?? before.active,
        currencyOptions: { ...before.currencyOptions, ...optionsOf(input.fixed_amount?.currency_options) },
        metadata: mergeMetadata(before.metadata, input.metadata),
        taxBehavior: input.tax_behavior ?? before.taxBehavior,
      })
      return answer(call, shippingRateJson(after))
    },
  ),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): ShippingRate {
  return findRecord(rows.shippingRates, account, 'shipping rate', id, byPath)
}
