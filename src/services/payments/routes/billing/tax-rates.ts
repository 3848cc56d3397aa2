import { invalidParameter } from '#payments/errors.ts'
import { taxRateJson } from '#payments/json/billing/catalog.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  isInRange,
  metadata,
  number,
  range,
  required,
  text,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { addTaxRate } from '#payments/rules/billing/taxes/new-tax-rate.ts'
import type { TaxRate } from '#payments/schema/billing/catalog.ts'

const FIELDS = {
  active: boolean(),
  country: text({ max: 2 }),
  description: text(),
  jurisdiction: text({ max: 50 }),
  metadata: metadata(),
  state: text(),
  tax_type: text(),
}

const TAX_RATE_INPUT = {
  ...FIELDS,
  display_name: required(text({ max: 50 })),
  inclusive: required(boolean()),
  percentage: required(number()),
}

const byPath = { param: 'tax_rate', inPath: true }

/** Tax rates. https://docs.stripe.com/api/tax_rates */
export const taxRatesRoutes = [
  post('PostTaxRates', '/v1/tax_rates', TAX_RATE_INPUT, (call) => {
    const { input } = call
    const { percentage } = input
    if (percentage < 0 || percentage > 100) {
      throw invalidParameter('percentage', 'Invalid percentage: must be between 0 and 100.')
    }
    const rate = addTaxRate(call, call.account, {
      ...changesOf(input, null),
      displayName: input.display_name,
      inclusive: input.inclusive,
      percentage,
    })
    return answer(call, taxRateJson(rate))
  }),
  get(
    'GetTaxRates',
    '/v1/tax_rates',
    { ...LIST_PARAMS, active: boolean(), created: range(), inclusive: boolean() },
    (call) => {
      const { active, created, inclusive } = call.input
      const where = (rate: TaxRate): boolean =>
        isInRange(rate.created, created) &&
        (active === undefined || rate.active === active) &&
        (inclusive === undefined || rate.inclusive === inclusive)
      return answerPage(call, newestFirst(call.rows.taxRates, 'all', [call.account], where), 'tax_rate', taxRateJson)
    },
  ),
  get('GetTaxRatesTaxRate', '/v1/tax_rates/:tax_rate', {}, (call) =>
    answer(call, taxRateJson(findRecord(call.rows.taxRates, call.account, 'tax rate', call.params.tax_rate, byPath))),
  ),
  post('PostTaxRatesTaxRate', '/v1/tax_rates/:tax_rate', { ...FIELDS, display_name: text({ max: 50 }) }, (call) => {
    const { rows, account, input } = call
    const before = findRecord(rows.taxRates, account, 'tax rate', call.params.tax_rate, byPath)
    const after = rows.taxRates.update(before.id, {
      ...changesOf(input, before),
      displayName: input.display_name ?? before.displayName,
    })
    call.emit({ type: 'tax_rate.updated', kind: 'tax_rate', row: after, before })
    return answer(call, taxRateJson(after))
  }),
]

function changesOf(input: ValuesOf<typeof FIELDS>, before: TaxRate | null) {
  return {
    active: input.active ?? before?.active ?? true,
    country: input.country ?? before?.country ?? null,
    description: input.description ?? before?.description ?? null,
    jurisdiction: input.jurisdiction ?? before?.jurisdiction ?? null,
    metadata: mergeMetadata(before?.metadata ?? {}, input.metadata),
    state: input.state ?? before?.state ?? null,
    taxType: input.tax_type ?? before?.taxType ?? null,
  }
}
