import type { PaymentsContext } from '#payments/call.ts'
import { decimalsOf, formatAmount } from '#payments/schema/currencies.ts'
import type { CheckoutPage, CustomFieldParts, OrderLine } from './checkout-parts.ts'
import type { Price, ShippingRate } from '#payments/schema/billing/catalog.ts'
import type { CheckoutSession, Hash } from '#payments/schema/checkout.ts'
import { debitNamed } from '#payments/schema/debit-kinds.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { amountsOf, hasTrial, lineAmount, unitAmountOf, type SaleAmounts } from '#payments/rules/checkout/amounts.ts'
import { questionsOf } from '#payments/rules/checkout/questions.ts'

type Context = Pick<PaymentsContext, 'rows'>

/** The members of a page that the session itself decides. */
export type CheckoutView = Omit<
  CheckoutPage,
  'action' | 'alert' | 'form' | 'script' | 'status' | 'leadsTo' | 'embedded' | 'cancelUrl'
>

/** Returns the name of an account, as its customers see it. */
export function merchantName({ rows }: Context, account: string): string {
  return rows.accounts.get(account)?.name ?? 'Test account'
}

/** Returns what the page of a session shows. */
export function checkoutView(context: Context, session: CheckoutSession): CheckoutView {
  const { rows } = context
  const merchant = merchantName(context, session.account)
  const currency = session.currency ?? 'usd'
  const amounts = session.mode === 'setup' ? null : amountsOf(context, { ...session, currency })
  const questions = questionsOf(context, session)
  return {
    merchant,
    ...summary(session, merchant, amounts, currency),
    lines: amounts === null ? [] : amounts.lines.map((line) => orderLine(session, line, currency)),
    sums: amounts === null ? [] : sumsOf(session, amounts, currency, context),
    promotion: promotionOf(context, session),
    email: questions.email,
    phone: session.phoneNumberCollection,
    names: { individual: nameAsked(session, 'individual'), business: nameAsked(session, 'business') },
    shippingCountries: session.shippingCountries,
    shippingOptions: session.shippingOptions.map((id) =>
      shippingOption(rows.shippingRates.require(id), currency, session.shippingRate),
    ),
    methods: questions.methods,
    savedMethods: Object.fromEntries(
      questions.savedMethods.map((id) => [id, methodInWords(rows.paymentMethods.require(id))]),
    ),
    billingAddress: session.billingAddressCollection === 'required',
    customFields: session.customFields.map(fieldParts),
    taxId: session.taxIdCollection.enabled,
    terms: session.consentCollection?.['terms_of_service'] === 'required',
    promotions: session.consentCollection?.['promotions'] === 'auto',
    texts: {
      shipping: messageOf(session.customText, 'shipping_address'),
      submit: messageOf(session.customText, 'submit'),
      terms: messageOf(session.customText, 'terms_of_service_acceptance'),
      afterSubmit: messageOf(session.customText, 'after_submit'),
    },
    submit: submitWords(session, amounts),
  }
}

function summary(
  session: CheckoutSession,
  merchant: string,
  amounts: SaleAmounts | null,
  currency: string,
): Pick<CheckoutPage, 'heading' | 'amount' | 'amountNote'> {
  if (amounts === null) return { heading: `Save payment details with ${merchant}`, amount: null, amountNote: null }
  const due = formatAmount(amounts.totals.total, currency)
  const recurring = amounts.lines.filter(({ price }) => price.recurring !== null)
  const [first] = recurring
  if (session.mode === 'payment' || first === undefined)
    return { heading: `Pay ${merchant}`, amount: due, amountNote: null }
  const later = recurring.reduce((sum, { price, line }) => sum + lineAmount(price, line, currency), 0)
  const name = recurring.length === 1 ? first.product.name : merchant
  const every = intervalInWords(first.price)
  if (!hasTrial(session)) return { heading: `Subscribe to ${name}`, amount: due, amountNote: every }
  const days = session.subscriptionData['trial_period_days']
  return {
    heading: `Try ${name}`,
    amount: typeof days === 'number' ? `${days} ${days === 1 ? 'day' : 'days'} free` : 'Free trial',
    amountNote: `Then ${formatAmount(later, currency)} ${every}`,
  }
}

/** Returns how often a price is charged: `per month`, `every 3 months`. */
export function intervalInWords({ recurring }: Pick<Price, 'recurring'>): string {
  if (recurring === null) return ''
  const { interval, interval_count: count } = recurring
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`
}

function orderLine(
  session: CheckoutSession,
  { line, price, product, amount }: SaleAmounts['lines'][number],
  currency: string,
): OrderLine {
  const unit = unitAmountOf(price, line, currency)
  const each = line.quantity > 1 && unit !== null ? `${formatAmount(unit, currency)} each` : null
  const often = price.recurring === null ? null : `Billed ${intervalInWords(price)}`
  const free = price.recurring !== null && hasTrial(session)
  return {
    id: line.id,
    name: product.name,
    description: product.description,
    quantity: line.quantity,
    amount: free ? formatAmount(lineAmount(price, line, currency), currency) : formatAmount(amount, currency),
    note: [each, often].filter((words) => words !== null).join(' · ') || null,
    adjustable: line.adjustable,
    chosen:
      price.customUnitAmount === null ? null : ((unit ?? 0) / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency)),
  }
}

function sumsOf(
  session: CheckoutSession,
  amounts: SaleAmounts,
  currency: string,
  { rows }: Context,
): CheckoutPage['sums'] {
  const { totals, shipping } = amounts
  const format = (amount: number): string => formatAmount(amount, currency)
  const taxes = totals.taxes.map(({ rate, amount, inclusive }) => {
    const { displayName, percentage } = rows.taxRates.require(rate)
    return { label: `${displayName} (${percentage}%${inclusive ? ' incl.' : ''})`, amount: format(amount) }
  })
  const discounts = session.discounts.map(({ coupon, promotionCode }) => {
    const key = promotionCode ?? coupon
    const off = totals.discountAmounts.find(({ discount }) => discount === key)?.amount ?? 0
    const { name, id } = rows.coupons.require(coupon)
    return { label: rows.promotionCodes.get(promotionCode)?.code ?? name ?? id, amount: `-${format(off)}` }
  })
  return [
    { label: 'Subtotal', amount: format(totals.subtotal) },
    ...discounts,
    ...(shipping === null ? [] : [{ label: 'Shipping', amount: shipping === 0 ? 'Free' : format(shipping) }]),
    ...taxes,
    { label: session.mode === 'subscription' ? 'Total due today' : 'Total due', amount: format(totals.total) },
  ]
}

function promotionOf({ rows }: Context, session: CheckoutSession): CheckoutPage['promotion'] {
  if (session.allowPromotionCodes !== true) return null
  const [applied] = session.discounts
  return {
    applied: applied === undefined ? null : (rows.promotionCodes.get(applied.promotionCode)?.code ?? applied.coupon),
  }
}

function nameAsked(
  { nameCollection }: CheckoutSession,
  kind: 'individual' | 'business',
): { readonly optional: boolean } | null {
  const asked = nameCollection?.[kind] as { readonly enabled?: boolean; readonly optional?: boolean } | undefined // checked by its parameter
  return asked?.enabled === true ? { optional: asked.optional === true } : null
}

function shippingOption(
  rate: ShippingRate,
  currency: string,
  chosen: string | null,
): CheckoutPage['shippingOptions'][number] {
  const amount = rate.currencyOptions[currency]?.amount ?? rate.amount
  return {
    id: rate.id,
    name: rate.displayName,
    amount: amount === 0 ? 'Free' : formatAmount(amount, currency),
    estimate: estimateInWords(rate.deliveryEstimate),
    chosen: rate.id === chosen,
  }
}

function estimateInWords(estimate: ShippingRate['deliveryEstimate']): string | null {
  const { minimum, maximum } = estimate ?? {}
  const unit = (maximum ?? minimum)?.unit.replace('_', ' ')
  if (unit === undefined) return null
  if (minimum && maximum && minimum.value !== maximum.value) return `${minimum.value} to ${maximum.value} ${unit}s`
  const value = (maximum ?? minimum)?.value ?? 0
  return `${value} ${unit}${value === 1 ? '' : 's'}`
}

/** Returns a saved payment method, as a customer knows it: `Visa •••• 4242`. */
export function methodInWords({ card, usBankAccount, sepaDebit, bankDebit, type }: PaymentMethod): string {
  if (card !== null) return `${BRANDS[card.brand] ?? card.brand} •••• ${card.number.slice(-4)}`
  if (usBankAccount !== null) return `Bank account •••• ${usBankAccount.accountNumber.slice(-4)}`
  if (bankDebit !== undefined) return `${debitNamed(type)?.label ?? type} •••• ${bankDebit.accountNumber.slice(-4)}`
  return sepaDebit === null ? type : `SEPA Debit •••• ${sepaDebit.iban.slice(-4)}`
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

function fieldParts({
  key,
  label,
  optional,
  type,
  dropdown,
  numeric,
  text,
}: CheckoutSession['customFields'][number]): CustomFieldParts {
  const bounds = numeric ?? text
  return {
    key,
    label: label.custom,
    optional,
    preset: dropdown?.default_value ?? bounds?.default_value ?? '',
    numeric: type === 'numeric',
    choices:
      dropdown === undefined ? null : Object.fromEntries(dropdown.options.map(({ label, value }) => [value, label])),
    maxlength: bounds?.maximum_length ?? null,
  }
}

function messageOf(texts: Hash, name: string): string | null {
  const text = texts[name] as { readonly message?: string } | null | undefined // checked by its parameter
  return text?.message ?? null
}

/** The words of the button, by `submit_type`. */
const SUBMIT: Readonly<Record<string, string>> = { book: 'Book', donate: 'Donate', subscribe: 'Subscribe' }

function submitWords(session: CheckoutSession, amounts: SaleAmounts | null): string {
  if (session.mode === 'setup') return 'Save card'
  if (session.mode === 'subscription') return hasTrial(session) ? 'Start trial' : 'Subscribe'
  if (amounts?.totals.total === 0) return 'Complete order'
  return SUBMIT[session.submitType ?? 'auto'] ?? 'Pay'
}
