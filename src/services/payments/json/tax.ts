import { countedPageJson } from './page.ts'
import { readOwn } from './read-own.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { now } from '#payments/rules/new-id.ts'
import { keyOf, taxNameOf, taxTypeOf, type Jurisdiction } from '#payments/rules/tax/rates.ts'
import { statusOf } from '#payments/rules/tax/registrations.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type {
  CalculationLine,
  LineBehavior,
  LineTax,
  TaxCalculation,
  TaxedCustomer,
  TaxRegistration,
  TaxSettings,
  TaxTransaction,
  TransactionLine,
} from '#payments/schema/tax.ts'

/** Writes the settings of tax. https://docs.stripe.com/api/tax/settings/object */
export function taxSettingsJson({ headOffice, taxBehavior, taxCode }: TaxSettings) {
  const missing = headOffice === null ? ['head_office'] : taxCode === null ? ['defaults.tax_code'] : []
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: taxBehavior, tax_code: taxCode },
    head_office: headOffice === null ? null : { address: headOffice },
    livemode: false,
    status: missing.length === 0 ? 'active' : 'pending',
    status_details: missing.length === 0 ? { active: {} } : { pending: { missing_fields: missing } },
  }
}

/** Writes a registration. https://docs.stripe.com/api/tax/registrations/object */
export function taxRegistrationJson(context: Pick<PaymentsContext, 'clock'>, registration: TaxRegistration) {
  return {
    id: registration.id,
    object: 'tax.registration',
    active_from: registration.activeFrom,
    country: registration.country,
    country_options: registration.countryOptions,
    created: registration.created,
    expires_at: registration.expiresAt,
    livemode: false,
    status: statusOf(registration, now(context)),
  }
}

/** Writes a calculation. https://docs.stripe.com/api/tax/calculations/object */
export function taxCalculationJson(calculation: TaxCalculation) {
  const { lines, shipping } = calculation
  const parts = shipping === null ? lines : [...lines, shipping]
  const taxOf = (behavior: LineBehavior): number => sum(parts.filter((part) => part.taxBehavior === behavior))
  const exclusive = taxOf('exclusive')
  return {
    id: calculation.id,
    object: 'tax.calculation',
    amount_total: parts.reduce((all, { amount }) => all + amount, 0) + exclusive,
    currency: calculation.currency,
    customer: calculation.customer,
    customer_details: customerDetailsJson(calculation.customerDetails),
    expires_at: calculation.expiresAt,
    livemode: false,
    ship_from_details: calculation.shipFrom === null ? null : { address: calculation.shipFrom },
    shipping_cost:
      shipping === null
        ? null
        : {
            amount: shipping.amount,
            amount_tax: shipping.tax.amount,
            ...(shipping.shippingRate === null ? {} : { shipping_rate: shipping.shippingRate }),
            tax_behavior: shipping.taxBehavior,
            tax_code: shipping.taxCode,
          },
    tax_amount_exclusive: exclusive,
    tax_amount_inclusive: taxOf('inclusive'),
    tax_breakdown: breakdownJson(calculation.customerDetails, parts),
    tax_date: calculation.taxDate,
  }
}

function sum(parts: readonly { readonly tax: LineTax }[]): number {
  return parts.reduce((all, { tax }) => all + tax.amount, 0)
}

function customerDetailsJson(customer: TaxedCustomer) {
  return {
    address: customer.address,
    address_source: customer.addressSource,
    ip_address: customer.ipAddress,
    tax_ids: customer.taxIds,
    taxability_override: customer.override,
  }
}

type TaxedPart = Pick<CalculationLine, 'tax' | 'taxBehavior'>

/** Writes the taxes of a sale: one entry for each behavior and reason. */
function breakdownJson(customer: TaxedCustomer, parts: readonly TaxedPart[]) {
  const groups = new Map<string, TaxedPart[]>()
  for (const part of parts) {
    const key = `${part.taxBehavior} ${part.tax.reason}`
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    return [
      {
        amount: sum(group),
        inclusive: first.taxBehavior === 'inclusive',
        tax_rate_details: {
          country: customer.address?.country ?? null,
          flat_amount: null,
          percentage_decimal: decimalOf(first.tax.percentage),
          rate_type: 'percentage',
          state: customer.address?.state ?? null,
          tax_type: customer.address?.country == null ? null : taxTypeOf(customer.address.country),
        },
        taxability_reason: first.tax.reason,
        taxable_amount: group.reduce((all, { tax }) => all + tax.taxable, 0),
      },
    ]
  })
}

/** Returns a percentage as the vendor writes it: with at least one decimal place. */
function decimalOf(percentage: number): string {
  return Number.isInteger(percentage) ? percentage.toFixed(1) : String(percentage)
}

/** Writes a line of a calculation. https://docs.stripe.com/api/tax/calculations/line_items */
export function calculationLineJson(
  { customerDetails: { address } }: Pick<TaxCalculation, 'customerDetails'>,
  line: CalculationLine,
) {
  const country = address?.country ?? null
  return {
    id: line.id,
    object: 'tax.calculation_line_item',
    amount: line.amount,
    amount_tax: line.tax.amount,
    livemode: false,
    metadata: line.metadata,
    performance_location: null,
    product: line.product,
    quantity: line.quantity,
    reference: line.reference,
    tax_behavior: line.taxBehavior,
    tax_breakdown: country === null ? [] : [lineTaxJson(line.tax, { country, state: address?.state ?? null })],
    tax_code: line.taxCode,
  }
}

function lineTaxJson(tax: LineTax, place: Jurisdiction) {
  const isState = place.country === 'US' && place.state !== null
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return {
    amount: tax.amount,
    jurisdiction: {
      country: place.country,
      display_name: isState ? keyOf(place) : (names.of(place.country) ?? place.country),
      level: isState ? 'state' : 'country',
      state: isState ? place.state : null,
    },
    sourcing: 'destination',
    tax_rate_details:
      tax.reason === 'standard_rated'
        ? {
            display_name: taxNameOf(place.country),
            percentage_decimal: decimalOf(tax.percentage),
            tax_type: taxTypeOf(place.country),
          }
        : null,
    taxability_reason: tax.reason,
    taxable_amount: tax.taxable,
  }
}

/** Writes a transaction. https://docs.stripe.com/api/tax/transactions/object */
export function taxTransactionJson(transaction: TaxTransaction) {
  const { shipping, originalTransaction } = transaction
  return {
    id: transaction.id,
    object: 'tax.transaction',
    created: transaction.created,
    currency: transaction.currency,
    customer: transaction.customer,
    customer_details: customerDetailsJson(transaction.customerDetails),
    livemode: false,
    metadata: transaction.metadata,
    posted_at: transaction.postedAt,
    reference: transaction.reference,
    reversal: originalTransaction === null ? null : { original_transaction: originalTransaction },
    ship_from_details: transaction.shipFrom === null ? null : { address: transaction.shipFrom },
    shipping_cost:
      shipping === null
        ? null
        : {
            amount: shipping.amount,
            amount_tax: shipping.amountTax,
            ...(shipping.shippingRate === null ? {} : { shipping_rate: shipping.shippingRate }),
            tax_behavior: shipping.taxBehavior,
            tax_code: shipping.taxCode,
          },
    tax_date: transaction.taxDate,
    type: transaction.type,
  }
}

/** Writes a line of a transaction. https://docs.stripe.com/api/tax/transactions/line_items */
export function transactionLineJson({ type }: Pick<TaxTransaction, 'type'>, line: TransactionLine) {
  return {
    id: line.id,
    object: 'tax.transaction_line_item',
    amount: line.amount,
    amount_tax: line.amountTax,
    livemode: false,
    metadata: line.metadata,
    product: line.product,
    quantity: line.quantity,
    reference: line.reference,
    reversal: line.originalLine === null ? null : { original_line_item: line.originalLine },
    tax_behavior: line.taxBehavior,
    tax_code: line.taxCode,
    type,
  }
}

/** The kinds of objects about tax. */
export const taxResources: readonly Resource[] = [
  {
    object: 'tax.calculation',
    read: readOwn(
      ({ taxCalculations }) => taxCalculations,
      (_context, row) => taxCalculationJson(row),
    ),
    expandable: { line_items: [] },
    includable: {
      line_items({ rows }, account, id) {
        const row = rows.taxCalculations.get(id)
        if (row?.account !== account) return undefined
        const lines = row.lines.map((line) => calculationLineJson(row, line))
        return countedPageJson(lines, `/v1/tax/calculations/${id}/line_items`)
      },
    },
  },
  {
    object: 'tax.transaction',
    read: readOwn(
      ({ taxTransactions }) => taxTransactions,
      (_context, row) => taxTransactionJson(row),
    ),
    expandable: { line_items: [] },
    includable: {
      line_items({ rows }, account, id) {
        const row = rows.taxTransactions.get(id)
        if (row?.account !== account) return undefined
        const lines = row.lines.map((line) => transactionLineJson(row, line))
        return countedPageJson(lines, `/v1/tax/transactions/${id}/line_items`)
      },
    },
  },
]
