import type { PaymentsContext } from '#payments/call.ts'
import { countedPageJson, firstPageJson } from './page.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { discountJson } from './billing/catalog.ts'
import { subscriptionJson } from './billing/subscriptions.ts'
import type { Customer, CustomerBalanceTransaction, TaxId } from '#payments/schema/customers.ts'
import { isSource } from '#payments/rules/customers/sources.ts'
import { isTaxLocation } from '#payments/rules/billing/taxes/automatic-tax.ts'
import { cashBalanceOf } from '#payments/rules/customers/cash-balance.ts'
import { registrationIn } from '#payments/rules/tax/registrations.ts'
import { cashBalanceJson } from './cash-balances.ts'
import { readOwn } from './read-own.ts'
import { sourceJson } from './sources.ts'

/** Writes a customer; one that is deleted as `{id, object, deleted}`. https://docs.stripe.com/api/customers/object */
export function customerJson(customer: Customer) {
  if (customer.deleted) return { id: customer.id, object: 'customer', deleted: true }
  return {
    id: customer.id,
    object: 'customer',
    address: customer.address,
    balance: customer.balance,
    ...(customer.businessName === null ? {} : { business_name: customer.businessName }),
    created: customer.created,
    currency: customer.currency,
    customer_account: null,
    default_source: customer.defaultSource,
    delinquent: customer.delinquent,
    description: customer.description,
    discount: customer.discount === null ? null : discountJson(customer.discount),
    email: customer.email,
    ...(customer.individualName === null ? {} : { individual_name: customer.individualName }),
    invoice_prefix: customer.invoicePrefix,
    invoice_settings: customer.invoiceSettings,
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
    next_invoice_sequence: customer.nextInvoiceSequence,
    phone: customer.phone,
    preferred_locales: customer.preferredLocales,
    shipping: customer.shipping,
    tax_exempt: customer.taxExempt,
    test_clock: customer.testClock,
  }
}

/** Writes a tax id. https://docs.stripe.com/api/tax_ids/object */
export function taxIdJson({ id, country, created, customer, type, value, verification }: TaxId) {
  return {
    id,
    object: 'tax_id',
    country,
    created,
    customer,
    customer_account: null,
    livemode: false,
    owner:
      customer === null
        ? { customer_account: null, type: 'self' }
        : { customer, customer_account: null, type: 'customer' },
    type,
    value,
    verification: { status: verification, verified_address: null, verified_name: null },
  }
}

/** Writes a change of a customer's balance. https://docs.stripe.com/api/customer_balance_transactions/object */
export function customerBalanceTransactionJson(transaction: CustomerBalanceTransaction) {
  return {
    id: transaction.id,
    object: 'customer_balance_transaction',
    amount: transaction.amount,
    checkout_session: transaction.checkoutSession,
    created: transaction.created,
    credit_note: transaction.creditNote,
    currency: transaction.currency,
    customer: transaction.customer,
    customer_account: null,
    description: transaction.description,
    ending_balance: transaction.endingBalance,
    invoice: transaction.invoice,
    livemode: false,
    metadata: transaction.metadata,
    type: transaction.type,
  }
}

/** Returns the tax ids of a customer as the list that customers include when it is expanded. */
function taxIdsOf({ rows }: PaymentsContext, customer: string) {
  const items = rows.taxIds.list('customer', customer).toReversed().map(taxIdJson)
  return firstPageJson(items, `/v1/customers/${customer}/tax_ids`)
}

/** Returns the legacy sources of a customer as the list that customers include when it is expanded. */
function sourcesOf(context: PaymentsContext, customer: string) {
  const sources = context.rows.paymentMethods.list('customer', customer).filter((each) => isSource(each))
  return countedPageJson(
    sources.toReversed().map((each) => sourceJson(context, each)),
    `/v1/customers/${customer}/sources`,
  )
}

/**
 * Returns where a customer is taxed, which customers include when it is expanded. An IP address is not located.
 * https://docs.stripe.com/api/customers/object
 */
function taxOf({ rows, clock }: PaymentsContext, account: string, id: string) {
  const { address, shipping, taxIpAddress } = rows.customers.require(id)
  const ship = shipping?.address
  const [found, source] = isTaxLocation(ship) ? [ship, 'shipping_destination'] : [address, 'billing_address']
  const location = isTaxLocation(found) ? { country: found.country, source, state: found.state } : null
  const now = Math.floor(clock.now() / 1000)
  const registration = location === null ? undefined : registrationIn({ rows }, account, location, now)
  const collecting = registration === undefined ? 'not_collecting' : 'supported'
  return {
    automatic_tax: location === null ? 'unrecognized_location' : collecting,
    ip_address: taxIpAddress,
    location,
    provider: 'stripe',
  }
}

/** The states of subscriptions that are over, which a customer does not include. */
const OVER: readonly string[] = ['canceled', 'incomplete_expired']

/** Returns the subscriptions of a customer as the list that customers include when it is expanded. */
function subscriptionsOf(context: PaymentsContext, customer: string) {
  const current = context.rows.subscriptions.list('customer', customer).filter(({ status }) => !OVER.includes(status))
  return countedPageJson(
    current.toReversed().map((subscription) => subscriptionJson(context, subscription)),
    `/v1/customers/${customer}/subscriptions`,
  )
}

/** The kinds of objects about customers. */
export const customerResources: readonly Resource[] = [
  {
    object: 'customer',
    read: readOwn(
      ({ customers }) => customers,
      (_context, customer) => customerJson(customer),
    ),
    expandable: {
      default_source: ['card', 'bank_account'],
      discount: [],
      'discount.customer': ['customer'],
      'discount.promotion_code': ['promotion_code'],
      'discount.source.coupon': ['coupon'],
      'invoice_settings.default_payment_method': ['payment_method'],
      test_clock: ['test_helpers.test_clock'],
      subscriptions: [],
      tax_ids: [],
      sources: [],
      tax: [],
      cash_balance: [],
      invoice_credit_balance: [],
    },
    includable: {
      tax_ids: (context, _account, id) => taxIdsOf(context, id),
      sources: (context, _account, id) => sourcesOf(context, id),
      subscriptions: (context, _account, id) => subscriptionsOf(context, id),
      cash_balance: (context, account, id) => cashBalanceJson(cashBalanceOf(context, { id, account })),
      invoice_credit_balance: () => ({}),
      tax: taxOf,
    },
  },
  {
    object: 'tax_id',
    read: readOwn(
      ({ taxIds }) => taxIds,
      (_context, row) => taxIdJson(row),
    ),
    expandable: { customer: ['customer'], 'owner.customer': ['customer'] },
  },
  {
    object: 'customer_balance_transaction',
    read: readOwn(
      ({ customerBalanceTransactions }) => customerBalanceTransactions,
      (_context, row) => customerBalanceTransactionJson(row),
    ),
    expandable: {
      customer: ['customer'],
      invoice: ['invoice'],
      credit_note: ['credit_note'],
      checkout_session: ['checkout.session'],
    },
  },
]
