import { shownOptions } from '../payment-intents/method-options.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { smallestCharge, formatAmount } from '#payments/schema/currencies.ts'
import { invalidParameter, invalidRequest, missingParameter } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { now } from '../new-id.ts'
import { findRecord, newRecord } from '../records.ts'
import type { ApiVersion } from '#payments/schema/api-versions.ts'
import type { CheckoutMode, CheckoutSession, SessionDiscount, UiKind } from '#payments/schema/checkout.ts'
import { redeemed, requireCurrency, type Purchase } from '../billing/discounts/discounts.ts'
import { findCoupon } from '../billing/discounts/find-coupon.ts'
import { isRedeemable } from '../billing/discounts/redemption.ts'
import { findLiveCustomer } from '../customers/find-customer.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { amountsOf } from './amounts.ts'
import { brandingOf } from './branding.ts'
import { addSetupIntent } from '../setup-intents/confirm.ts'
import { setupInputOf } from './setup-input.ts'
import { checkAutomaticTax } from './automatic-tax.ts'
import { linesOf, requireLinesFor } from './lines.ts'
import { requireOfferable, typesByDefault } from './offered-methods.ts'
import type { SessionInput } from './params.ts'
import { asHash, settingsOf } from './settings.ts'
import { HOUR_SECONDS } from '../seconds.ts'

/** How long a session stays open by default, and the bounds of `expires_at`, in seconds. */
const LIFETIME = { usual: 24 * HOUR_SECONDS, shortest: 30 * 60, longest: 24 * HOUR_SECONDS }

/** The kinds of forms by the names of `ui_mode`. */
const UI_KINDS: Readonly<Record<string, UiKind>> = {
  hosted_page: 'hosted',
  embedded_page: 'embedded',
  elements: 'elements',
  form: 'elements',
}

/**
 * The first version whose sessions begin their subscription after the payment.
 * https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade
 */
const SUBSCRIBES_AFTER_PAYMENT = '2025-03-31'

/** The further fields of a session that begins by a link, or anew after another has expired. */
type Origin = Partial<Pick<CheckoutSession, 'paymentLink' | 'recoveredFrom'>>

/** The parameters that only sessions of one mode have. */
const DATA_OF = {
  payment: 'payment_intent_data',
  setup: 'setup_intent_data',
  subscription: 'subscription_data',
} as const

/** @throws 400 for the data of an object that a session of the mode does not make. */
function checkDataOf(mode: CheckoutSession['mode'], input: SessionInput): void {
  for (const [other, name] of Object.entries(DATA_OF)) {
    if (other === mode || input[name] === undefined) continue
    throw invalidParameter(name, `You can not pass \`${name}\` in \`${mode}\` mode.`)
  }
}

/** Adds a session. https://docs.stripe.com/api/checkout/sessions/create */
export function newSession(
  context: PaymentsContext,
  account: string,
  input: SessionInput,
  version: ApiVersion = context.rows.apiVersion.get(),
): CheckoutSession {
  const mode = modeOf(input)
  checkDataOf(mode, input)
  const uiMode = input.ui_mode ?? 'hosted_page'
  const ui = UI_KINDS[uiMode] ?? 'hosted'
  checkAddresses(input, ui)
  checkCustomer(context, account, input)
  const settings = settingsOf(context, account, input)
  const lines = mode === 'setup' ? [] : linesOf(context, account, input.line_items ?? [])
  if (mode !== 'setup' && lines.length === 0) throw missingParameter('line_items')
  if (settings.automaticTax !== null) checkAutomaticTax(context, input, lines)
  const currency = mode === 'setup' ? (input.currency ?? null) : requireLinesFor(context, mode, lines, input.currency)
  const session = addSession(context, account, {
    ...settings,
    ...defaultsFor(context, account, mode, settings, input),
    subscriptionData: withPlanTrial(context, settings.subscriptionData, lines),
    mode,
    ui,
    uiMode,
    adaptivePricing: input.adaptive_pricing?.enabled ?? false,
    subscribesAtAttempt: version < SUBSCRIBES_AFTER_PAYMENT,
    currency,
    lines,
    discounts: discountsOf(
      context,
      account,
      input,
      currency === null ? {} : purchaseOf(context, lines, currency, input),
    ),
    shippingRate: settings.shippingOptions[0] ?? null,
    customer: input.customer ?? null,
    customerEmail: input.customer_email ?? null,
    expiresAt: expiryOf(context, input.expires_at),
    successUrl: input.success_url ?? null,
    cancelUrl: input.cancel_url ?? null,
    returnUrl: input.return_url ?? null,
  })
  requireChargeable(context, session)
  const named = input.payment_method_types ?? input.allowed_payment_method_types
  if (named !== undefined) requireOfferable(context, session, named)
  const types = named ?? typesByDefault(context, session)
  const paymentMethodTypes = types.filter((type) => input.excluded_payment_method_types?.includes(type) !== true)
  return withSetup(context, context.rows.checkoutSessions.update(session.id, { paymentMethodTypes }))
}

/** Adds the setup intent of a session in setup mode, which has one from its start. Returns the session. */
export function withSetup(context: PaymentsContext, session: CheckoutSession): CheckoutSession {
  if (session.mode !== 'setup') return session
  const intent = addSetupIntent(context, session.account, {
    customer: session.customer,
    paymentMethodTypes: session.paymentMethodTypes,
    followed: true,
    ...setupInputOf(session),
  })
  return context.rows.checkoutSessions.update(session.id, { setupIntent: intent.id })
}

/** Returns the settings of a subscription with the trial of its plans, where they ask for that (`trial_from_plan`). */
function withPlanTrial(
  { rows }: PaymentsContext,
  { trial_from_plan: fromPlan, ...data }: CheckoutSession['subscriptionData'],
  lines: CheckoutSession['lines'],
): CheckoutSession['subscriptionData'] {
  const days = Math.max(0, ...lines.map(({ price }) => rows.prices.require(price).recurring?.trial_period_days ?? 0))
  if (fromPlan !== true || days === 0 || data['trial_end'] !== undefined) return data
  return { trial_period_days: days, ...data }
}

type NewSession = Pick<CheckoutSession, 'mode' | 'ui' | 'currency' | 'lines' | 'expiresAt'> & Partial<CheckoutSession>

/** Adds a session with these members; the others have the vendor's defaults. Its expiry is scheduled. */
export function addSession(context: PaymentsContext, account: string, members: NewSession & Origin): CheckoutSession {
  const head = newRecord(context, account, 'cs_test_', { length: 58 })
  const { secret } = context.ids
  const session = context.rows.checkoutSessions.insert({
    ...DEFAULTS,
    pageToken: secret.base62(32),
    clientSecret: members.ui === 'hosted' ? null : `${head.id}_secret_${secret.base62(48)}`,
    paymentStatus: members.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    subscribesAtAttempt: context.rows.apiVersion.get() < SUBSCRIBES_AFTER_PAYMENT,
    ...members,
    ...head,
  })
  context.schedule(Math.max(0, (session.expiresAt - now(context)) * 1000), 'expireCheckout', { session: session.id })
  return session
}

const DEFAULTS: Omit<
  CheckoutSession,
  | 'id'
  | 'account'
  | 'seq'
  | 'created'
  | 'pageToken'
  | 'clientSecret'
  | 'paymentStatus'
  | 'subscribesAtAttempt'
  | keyof NewSessionRequired
> = {
  uiMode: 'hosted_page',
  adaptivePricing: false,
  status: 'open',
  discounts: [],
  shippingRate: null,
  customer: null,
  customerEmail: null,
  customerUpdate: {},
  customerDetails: null,
  shippingDetails: null,
  consent: null,
  paymentMethodTypes: ['card'],
  paymentMethodOptions: { card: { request_three_d_secure: 'automatic' } },
  clientReferenceId: null,
  locale: null,
  metadata: {},
  setupIntentData: {},
  afterExpiration: null,
  recoveryToken: null,
  recoveredFrom: null,
  paymentIntent: null,
  setupIntent: null,
  subscription: null,
  invoice: null,
  paymentLink: null,
  successUrl: null,
  cancelUrl: null,
  returnUrl: null,
  redirectOnCompletion: null,
  savedPaymentMethodOptions: null,
  permissions: null,
  brandingSettings: null,
  integrationIdentifier: null,
  originContext: null,
  excludedPaymentMethodTypes: [],
  allowPromotionCodes: null,
  automaticTax: null,
  billingAddressCollection: null,
  consentCollection: null,
  customText: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customFields: [],
  customerCreation: null,
  invoiceCreation: null,
  nameCollection: null,
  paymentMethodCollection: null,
  phoneNumberCollection: false,
  shippingCountries: null,
  shippingOptions: [],
  submitType: null,
  taxIdCollection: { enabled: false, required: 'never' },
  paymentIntentData: {},
  subscriptionData: {},
}

type NewSessionRequired = Pick<CheckoutSession, 'mode' | 'ui' | 'currency' | 'lines' | 'expiresAt'>

function modeOf({ mode, line_items: lines }: SessionInput): CheckoutMode {
  if (mode !== undefined) return mode
  if (lines === undefined) throw missingParameter('mode')
  return 'payment'
}

/** @throws 400 for addresses that the form does not need, and for one that it lacks. */
function checkAddresses(input: SessionInput, ui: UiKind): void {
  const {
    success_url: success,
    return_url: returnUrl,
    redirect_on_completion: redirect,
    ui_mode: name = 'hosted',
  } = input
  if (ui === 'hosted') {
    if (returnUrl !== undefined) throw onlyFor('return_url', 'embedded')
    if (redirect !== undefined) throw onlyFor('redirect_on_completion', 'embedded')
    if (success === undefined) throw missingParameter('success_url')
    return
  }
  for (const param of ['success_url', 'cancel_url'] as const) {
    if (input[param] !== undefined) {
      throw invalidRequest(
        `\`${param}\` is not supported when \`ui_mode\` is \`${name}\`. Use \`return_url\` instead.`,
        { param },
      )
    }
  }
  if (redirect === 'never' && returnUrl !== undefined) {
    throw invalidRequest('You cannot pass `return_url` when `redirect_on_completion` is `never`.', {
      param: 'return_url',
    })
  }
  if (redirect !== 'never' && returnUrl === undefined) throw missingParameter('return_url')
}

function onlyFor(param: string, mode: string): Error {
  return invalidRequest(`\`${param}\` can only be used when \`ui_mode\` is \`${mode}\`.`, { param })
}

function checkCustomer(context: PaymentsContext, account: string, input: SessionInput): void {
  const { customer, customer_email: email, customer_creation: creation, customer_update: update } = input
  if (customer !== undefined) findLiveCustomer(context, account, customer, { param: 'customer' })
  if (customer !== undefined && email !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    })
  }
  if (creation !== undefined && input.mode !== 'payment' && input.mode !== 'setup') {
    throw invalidRequest('`customer_creation` can only be used in `payment` and `setup` mode.', {
      param: 'customer_creation',
    })
  }
  if (update !== undefined && customer === undefined) {
    throw invalidRequest('`customer_update` can only be used with `customer`.', { param: 'customer_update' })
  }
}

/** Returns the members that depend on the mode. */
function defaultsFor(
  context: PaymentsContext,
  account: string,
  mode: CheckoutMode,
  settings: Pick<CheckoutSession, 'customerCreation' | 'paymentMethodCollection' | 'submitType'>,
  input: SessionInput,
): Partial<CheckoutSession> {
  const { after_expiration: after } = input
  return {
    customerCreation:
      mode === 'subscription' || input.customer !== undefined
        ? settings.customerCreation
        : (settings.customerCreation ?? 'if_required'),
    // In the other modes the payment method is always collected.
    paymentMethodCollection: settings.paymentMethodCollection ?? (mode === 'payment' ? 'if_required' : 'always'),
    excludedPaymentMethodTypes: input.excluded_payment_method_types ?? [],
    paymentMethodOptions: methodOptionsOf(input.payment_method_options ?? {}),
    customerUpdate: asHash(input.customer_update) ?? {},
    clientReferenceId: input.client_reference_id ?? null,
    locale: input.locale ?? null,
    metadata: mergeMetadata({}, input.metadata),
    setupIntentData: asHash(input.setup_intent_data) ?? {},
    afterExpiration:
      after === undefined
        ? null
        : {
            allowPromotionCodes: after.recovery?.allow_promotion_codes ?? false,
            enabled: after.recovery?.enabled ?? false,
          },
    redirectOnCompletion:
      input.redirect_on_completion ?? (UI_KINDS[input.ui_mode ?? 'hosted'] === 'hosted' ? null : 'always'),
    savedPaymentMethodOptions: savedOptionsOf(mode, input),
    permissions:
      input.permissions === undefined
        ? null
        : { update_shipping_details: input.permissions.update_shipping_details ?? null },
    brandingSettings: brandingOf(context, account, input.branding_settings),
    integrationIdentifier: input.integration_identifier ?? null,
    originContext: input.origin_context ?? null,
  }
}

/** The days until a voucher expires where the session does not say. */
const VOUCHER_OPTIONS: Readonly<Record<string, Wire>> = {
  boleto: { expires_after_days: 3 },
  oxxo: { expires_after_days: 3 },
}

function methodOptionsOf(
  options: NonNullable<SessionInput['payment_method_options']>,
): CheckoutSession['paymentMethodOptions'] {
  const { card, ...others } = options
  const shown = Object.entries(others).map(
    ([type, given]) => [type, { ...VOUCHER_OPTIONS[type], ...shownOptions(type, given) }] as const,
  )
  return {
    card: { request_three_d_secure: 'automatic', ...shownOptions('card', card) },
    ...Object.fromEntries(shown),
  }
}

function savedOptionsOf(
  mode: CheckoutMode,
  { customer, saved_payment_method_options: given }: SessionInput,
): CheckoutSession['savedPaymentMethodOptions'] {
  const options = given ?? (mode === 'setup' || customer === undefined ? undefined : {})
  if (options === undefined) return null
  return {
    allow_redisplay_filters: options.allow_redisplay_filters ?? ['always'],
    payment_method_remove: options.payment_method_remove ?? 'disabled',
    payment_method_save: options.payment_method_save ?? null,
  }
}

/**
 * Returns the moment at which a session expires.
 *
 * @throws 400 outside the vendor's bounds.
 */
function expiryOf(context: PaymentsContext, wanted: number | undefined): number {
  const present = now(context)
  if (wanted === undefined) return present + LIFETIME.usual
  if (wanted < present + LIFETIME.shortest) {
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    )
  }
  if (wanted > present + LIFETIME.longest) {
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    )
  }
  return wanted
}

/**
 * Returns the coupons that a session or a quote names.
 *
 * @throws 400 for a coupon or code that cannot be used.
 */
export function discountsOf(
  context: PaymentsContext,
  account: string,
  {
    discounts = [],
    allow_promotion_codes: allowed,
    customer,
  }: Pick<SessionInput, 'discounts' | 'allow_promotion_codes' | 'customer'>,
  purchase: Purchase,
): readonly SessionDiscount[] {
  if (discounts.length > 0 && allowed === true) {
    throw invalidRequest('You may only specify one of these parameters: allow_promotion_codes, discounts.', {
      param: 'allow_promotion_codes',
    })
  }
  return discounts.map(({ coupon: couponId, promotion_code: codeId }, index) => {
    const at = (name: string): string => `discounts[${index}][${name}]`
    if (codeId !== undefined) {
      const param = at('promotion_code')
      const code = findRecord(context.rows.promotionCodes, account, 'promotion code', codeId, { param })
      return { coupon: redeemed(context, code, customer ?? null, purchase, param).id, promotionCode: code.id }
    }
    if (couponId === undefined) throw missingParameter(at('coupon'))
    const coupon = findCoupon(context, account, couponId, { param: at('coupon') })
    if (!isRedeemable(coupon, now(context))) {
      throw invalidRequest(`Coupon ${coupon.id} is expired and can't be applied.`, {
        code: 'coupon_expired',
        param: at('coupon'),
      })
    }
    requireCurrency(coupon, purchase.currency, at('coupon'))
    return { coupon: coupon.id, promotionCode: null }
  })
}

/** Returns what a new session is for: its lines before discounts. */
function purchaseOf(
  context: PaymentsContext,
  lines: CheckoutSession['lines'],
  currency: string,
  { subscription_data: data }: SessionInput,
): Purchase {
  const sale = { lines, currency, discounts: [], shippingRate: null, subscriptionData: asHash(data) ?? {} }
  return { currency, amount: amountsOf(context, sale).totals.subtotal }
}

/** @throws 400 for a payment that is too small to be charged, but not for one that costs nothing. */
export function requireChargeable(context: PaymentsContext, session: CheckoutSession): void {
  const { currency, mode } = session
  if (mode !== 'payment' || currency === null) return
  const { total } = amountsOf(context, { ...session, currency }).totals
  const smallest = smallestCharge(currency)
  if (total === 0 || total >= smallest) return
  throw invalidRequest(
    `The Checkout Session's total amount due must add up to at least ${formatAmount(smallest, currency)} ${currency}`,
    { code: 'amount_too_small' },
  )
}
