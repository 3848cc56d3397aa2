import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest, missingParameter } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { newId, now } from '../new-id.ts'
import {
  boolean,
  currency,
  hash,
  integer,
  list,
  number,
  oneOf,
  required,
  text,
  unsettable,
  url,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { newRecord } from '../records.ts'
import { isRecurring } from './link-sale.ts'
import type { AfterCompletion, CheckoutSession, PaymentLink } from '#payments/schema/checkout.ts'
import { linesOf, requireLinesFor } from './lines.ts'
import { addSession } from './new-session.ts'
import { LINE_ITEM, SETTINGS } from './params.ts'
import { requireOfferable, typesByDefault } from './offered-methods.ts'
import { asHash, settingsOf } from './settings.ts'
import { DAY_SECONDS } from '../seconds.ts'

const AFTER_COMPLETION = hash({
  hosted_confirmation: hash({ custom_message: text({ max: 500 }) }),
  redirect: hash({ url: required(url()) }),
  type: required(oneOf('hosted_confirmation', 'redirect')),
})

const SHARED = {
  ...SETTINGS,
  after_completion: AFTER_COMPLETION,
  inactive_message: unsettable(text({ max: 500 })),
  payment_method_options: hash({ card: hash({ restrictions: hash({ brands_blocked: list(text()) }) }) }),
  restrictions: unsettable(hash({ completed_sessions: required(hash({ limit: required(integer({ min: 1 })) })) })),
}

/** The parameters of a new payment link. */
export const PAYMENT_LINK_INPUT = {
  ...SHARED,
  application_fee_amount: integer({ min: 0 }),
  application_fee_percent: number({ min: 0, max: 100 }),
  currency: currency(),
  line_items: required(list(hash(LINE_ITEM), { max: 20 })),
  on_behalf_of: text(),
  transfer_data: hash({ amount: integer({ min: 1 }), destination: required(text()) }),
}

/** The parameters of an update of a payment link. */
export const PAYMENT_LINK_CHANGES = {
  ...SHARED,
  active: boolean(),
  line_items: list(
    hash({ id: required(text()), quantity: integer({ min: 0 }), adjustable_quantity: LINE_ITEM.adjustable_quantity }),
  ),
}

/** Adds a payment link. https://docs.stripe.com/api/payment-link/create */
export function newPaymentLink(
  context: PaymentsContext,
  account: string,
  input: ValuesOf<typeof PAYMENT_LINK_INPUT>,
): PaymentLink {
  const lines = linesOf(context, account, input.line_items)
  if (lines.length === 0) throw missingParameter('line_items')
  const recurring = isRecurring(context, { lines })
  const currency = requireLinesFor(context, recurring ? 'subscription' : 'payment', lines, input.currency)
  const settings = settingsOf(context, account, input)
  const mode = recurring ? 'subscription' : 'payment'
  const sold = { ...settings, account, mode, currency, lines, discounts: [], shippingRate: null } as const
  requireOfferable(context, sold, input.payment_method_types ?? [])
  return context.rows.paymentLinks.insert({
    ...newRecord(context, account, 'plink_'),
    ...settings,
    active: true,
    afterCompletion: afterCompletionOf(input.after_completion),
    currency,
    inactiveMessage: input.inactive_message ?? null,
    lines,
    metadata: mergeMetadata({}, input.metadata),
    paymentMethodTypes: input.payment_method_types ?? null,
    limit: input.restrictions?.completed_sessions.limit ?? null,
    completed: 0,
    token: context.ids.secret.base62(24),
    applicationFeeAmount: input.application_fee_amount ?? null,
    applicationFeePercent: input.application_fee_percent ?? null,
    onBehalfOf: input.on_behalf_of ?? null,
    transferData: asHash(input.transfer_data),
  })
}

/** Returns the changes of a payment link that an update asks for. */
export function linkChanges(
  context: PaymentsContext,
  link: PaymentLink,
  input: ValuesOf<typeof PAYMENT_LINK_CHANGES>,
): Partial<Omit<PaymentLink, 'id' | 'account' | 'seq' | 'created'>> {
  const all = settingsOf(context, link.account, input)
  // Only the settings that the request names are changed.
  const named = Object.entries(SETTING_OF).filter(([name]) => name in input)
  const settings = Object.fromEntries(named.map(([, member]) => [member, all[member]]))
  return {
    ...settings,
    metadata: mergeMetadata(link.metadata, input.metadata),
    ...(input.active === undefined ? {} : { active: input.active }),
    ...(input.after_completion === undefined ? {} : { afterCompletion: afterCompletionOf(input.after_completion) }),
    ...(input.inactive_message === undefined ? {} : { inactiveMessage: input.inactive_message }),
    ...(input.payment_method_types === undefined ? {} : { paymentMethodTypes: input.payment_method_types }),
    ...(input.restrictions === undefined ? {} : { limit: input.restrictions?.completed_sessions.limit ?? null }),
    ...(input.line_items === undefined ? {} : { lines: changedLines(link, input.line_items) }),
  }
}

/** The member of a link that each parameter sets. */
const SETTING_OF = {
  allow_promotion_codes: 'allowPromotionCodes',
  automatic_tax: 'automaticTax',
  billing_address_collection: 'billingAddressCollection',
  consent_collection: 'consentCollection',
  custom_fields: 'customFields',
  custom_text: 'customText',
  customer_creation: 'customerCreation',
  invoice_creation: 'invoiceCreation',
  name_collection: 'nameCollection',
  payment_intent_data: 'paymentIntentData',
  payment_method_collection: 'paymentMethodCollection',
  phone_number_collection: 'phoneNumberCollection',
  shipping_address_collection: 'shippingCountries',
  shipping_options: 'shippingOptions',
  submit_type: 'submitType',
  subscription_data: 'subscriptionData',
  tax_id_collection: 'taxIdCollection',
} as const

function changedLines(
  link: PaymentLink,
  changes: NonNullable<ValuesOf<typeof PAYMENT_LINK_CHANGES>['line_items']>,
): PaymentLink['lines'] {
  return link.lines.map((line) => {
    const change = changes.find(({ id }) => id === line.id)
    if (change === undefined) return line
    const { quantity = line.quantity, adjustable_quantity: adjustable } = change
    const limits =
      adjustable?.enabled === true ? { maximum: adjustable.maximum ?? 99, minimum: adjustable.minimum ?? 0 } : null
    return { ...line, quantity, adjustable: adjustable === undefined ? line.adjustable : limits }
  })
}

function afterCompletionOf(input: ValuesOf<typeof PAYMENT_LINK_INPUT>['after_completion']): AfterCompletion {
  if (input === undefined) return { type: 'hosted_confirmation', customMessage: null, url: null }
  if (input.type === 'redirect' && input.redirect === undefined) throw missingParameter('after_completion[redirect]')
  if (input.type === 'redirect' && input.hosted_confirmation !== undefined) {
    throw invalidRequest('`after_completion[hosted_confirmation]` cannot be passed with the type `redirect`.', {
      param: 'after_completion',
    })
  }
  return {
    type: input.type,
    customMessage: input.hosted_confirmation?.custom_message ?? null,
    url: input.redirect?.url ?? null,
  }
}

/** The parameters that a link's address can add to it. https://docs.stripe.com/payment-links/customize */
export interface LinkVisit {
  readonly email: string | null
  readonly clientReferenceId: string | null
  readonly promotionCode: string | null
  readonly locale: string | null
}

/** Returns whether a link still sells. */
export function isOpenLink({ active, limit, completed }: PaymentLink): boolean {
  return active && (limit === null || completed < limit)
}

/** Begins a session for a person who follows a link. */
export function visitLink(context: PaymentsContext, link: PaymentLink, visit: LinkVisit): CheckoutSession {
  const { rows } = context
  const { id, account, seq: _seq, created: _created, token: _token, ...settings } = link
  const mode = isRecurring(context, link) ? 'subscription' : 'payment'
  const code =
    visit.promotionCode === null
      ? undefined
      : rows.promotionCodes.list('code', account, visit.promotionCode.toLowerCase())[0]
  const {
    active: _active,
    afterCompletion,
    inactiveMessage: _message,
    paymentMethodTypes,
    limit: _limit,
    completed: _completed,
    applicationFeeAmount,
    applicationFeePercent: _percent,
    onBehalfOf,
    transferData,
    ...shared
  } = settings
  const sold = { ...link, discounts: [], shippingRate: null }
  return addSession(context, account, {
    ...shared,
    mode,
    ui: 'hosted',
    expiresAt: now(context) + DAY_SECONDS,
    lines: link.lines.map((line) => ({ ...line, id: newId(context, 'li_') })),
    paymentLink: id,
    paymentMethodTypes: paymentMethodTypes ?? typesByDefault(context, { ...sold, mode }),
    customerCreation: mode === 'subscription' ? null : (link.customerCreation ?? 'if_required'),
    paymentMethodCollection: link.paymentMethodCollection ?? (mode === 'subscription' ? 'always' : 'if_required'),
    paymentIntentData: {
      ...link.paymentIntentData,
      ...(applicationFeeAmount === null ? {} : { application_fee_amount: applicationFeeAmount }),
      ...(onBehalfOf === null ? {} : { on_behalf_of: onBehalfOf }),
      ...(transferData === null ? {} : { transfer_data: transferData }),
    },
    shippingRate: link.shippingOptions[0] ?? null,
    successUrl: afterCompletion.url,
    customerEmail: visit.email,
    clientReferenceId: visit.clientReferenceId,
    locale: visit.locale,
    discounts:
      code === undefined || link.allowPromotionCodes !== true ? [] : [{ coupon: code.coupon, promotionCode: code.id }],
  })
}
