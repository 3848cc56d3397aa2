import type { PaymentsContext } from '#payments/call.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  unsettable,
  unsupported,
  url,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '../records.ts'
import { findPrice } from '../billing/prices/find-price.ts'
import type { Hash, PortalConfiguration, PortalFeatures } from '#payments/schema/checkout.ts'

const PRORATION = oneOf('always_invoice', 'create_prorations', 'none')
const REASONS = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const

const FEATURES = {
  customer_update: hash({
    allowed_updates: unsettable(list(oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id'))),
    enabled: boolean(),
  }),
  invoice_history: hash({ enabled: required(boolean()) }),
  payment_method_update: hash({ enabled: required(boolean()), payment_method_configuration: unsupported() }),
  subscription_cancel: hash({
    cancellation_reason: hash({
      enabled: required(boolean()),
      feedback_options: unsupported(),
      options: unsettable(list(oneOf(...REASONS))),
    }),
    enabled: boolean(),
    mode: oneOf('at_period_end', 'immediately'),
    proration_behavior: PRORATION,
  }),
  subscription_pause: hash({
    duration: hash({
      interval_options: list(
        hash({
          interval: required(oneOf('day', 'month', 'week', 'year')),
          interval_count: required(integer({ min: 1 })),
        }),
      ),
      type: required(oneOf('indefinite', 'interval_options')),
    }),
    enabled: boolean(),
  }),
  subscription_update: hash({
    billing_cycle_anchor: oneOf('now', 'unchanged'),
    default_allowed_updates: unsettable(list(oneOf('price', 'promotion_code', 'quantity'))),
    enabled: boolean(),
    products: unsettable(
      list(
        hash({
          adjustable_quantity: hash({
            enabled: required(boolean()),
            maximum: integer({ min: 1 }),
            minimum: integer({ min: 0 }),
          }),
          prices: required(list(text())),
          product: required(text()),
        }),
      ),
    ),
    proration_behavior: PRORATION,
    schedule_at_period_end: hash({
      conditions: list(hash({ type: required(oneOf('decreasing_item_amount', 'shortening_interval')) })),
    }),
    trial_update_behavior: oneOf('continue_trial', 'end_trial'),
  }),
}

const SHARED = {
  business_profile: hash({
    headline: unsettable(text({ max: 60 })),
    privacy_policy_url: unsettable(url()),
    terms_of_service_url: unsettable(url()),
  }),
  default_return_url: unsettable(url()),
  login_page: hash({ enabled: required(boolean()) }),
  metadata: metadata(),
  name: unsettable(text()),
}

/** The parameters of a new configuration. */
export const PORTAL_CONFIGURATION_INPUT = { ...SHARED, features: required(hash(FEATURES)) }

/** The parameters of an update of a configuration. */
export const PORTAL_CONFIGURATION_CHANGES = { ...SHARED, active: boolean(), features: hash(FEATURES) }

type FeaturesInput = ValuesOf<typeof FEATURES>

/** The features of a configuration that names none. */
const NOTHING: PortalFeatures = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: 'unchanged',
    default_allowed_updates: [],
    enabled: false,
    products: null,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

/** The features of the configuration that an account has before it makes one. */
const EVERYTHING: PortalFeatures = {
  ...NOTHING,
  customer_update: { allowed_updates: ['email', 'name', 'address', 'phone'], enabled: true },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    ...NOTHING.subscription_cancel,
    cancellation_reason: { enabled: true, feedback_options: null, options: [...REASONS] },
    enabled: true,
  },
  subscription_update: { ...NOTHING.subscription_update, default_allowed_updates: ['price'], enabled: false },
}

/** Returns features with the changes of a request. */
function featuresOf(before: PortalFeatures, input: FeaturesInput): PortalFeatures {
  const { customer_update: customer, subscription_cancel: cancel } = input
  const reason = cancel?.cancellation_reason
  return {
    customer_update: {
      allowed_updates: customer?.allowed_updates ?? before.customer_update.allowed_updates,
      enabled: customer?.enabled ?? (customer === undefined ? before.customer_update.enabled : true),
    },
    invoice_history: input.invoice_history ?? before.invoice_history,
    payment_method_update:
      input.payment_method_update === undefined
        ? before.payment_method_update
        : {
            enabled: input.payment_method_update.enabled,
            payment_method_configuration: null,
          },
    subscription_cancel: {
      cancellation_reason:
        reason === undefined
          ? before.subscription_cancel.cancellation_reason
          : {
              enabled: reason.enabled,
              feedback_options: null,
              options: reason.options ?? [],
            },
      enabled: cancel?.enabled ?? before.subscription_cancel.enabled,
      mode: cancel?.mode ?? before.subscription_cancel.mode,
      proration_behavior: cancel?.proration_behavior ?? before.subscription_cancel.proration_behavior,
    },
    subscription_pause: {
      duration: pauseDurationOf(input.subscription_pause?.duration) ?? before.subscription_pause.duration,
      enabled: input.subscription_pause?.enabled ?? before.subscription_pause.enabled,
    },
    subscription_update: updatesOf(before.subscription_update, input.subscription_update),
  }
}

/** Returns the feature by which customers change their plan, with the changes of a request. */
function updatesOf(
  before: PortalFeatures['subscription_update'],
  input: FeaturesInput['subscription_update'] = {},
): PortalFeatures['subscription_update'] {
  const { products } = input
  return {
    billing_cycle_anchor: input.billing_cycle_anchor ?? before.billing_cycle_anchor,
    default_allowed_updates: input.default_allowed_updates ?? before.default_allowed_updates,
    enabled: input.enabled ?? before.enabled,
    products: products === undefined ? before.products : (products?.map(portalProductOf) ?? null),
    proration_behavior: input.proration_behavior ?? before.proration_behavior,
    schedule_at_period_end: {
      conditions: input.schedule_at_period_end?.conditions ?? before.schedule_at_period_end.conditions,
    },
    trial_update_behavior: input.trial_update_behavior ?? before.trial_update_behavior,
  }
}

type ProductInput = NonNullable<NonNullable<FeaturesInput['subscription_update']>['products']>[number]

function portalProductOf({ adjustable_quantity: quantity, prices, product }: ProductInput) {
  return {
    adjustable_quantity: {
      enabled: quantity?.enabled ?? false,
      maximum: quantity?.maximum ?? null,
      minimum: quantity?.minimum ?? 1,
    },
    prices,
    product,
  }
}

function pauseDurationOf(input: NonNullable<FeaturesInput['subscription_pause']>['duration']): Hash | null {
  return input === undefined ? null : { interval_options: input.interval_options ?? [], type: input.type }
}

/** Checks that the products and prices of the features exist. */
function checkProducts(
  context: Pick<PaymentsContext, 'rows'>,
  account: string,
  { subscription_update: update }: FeaturesInput,
): void {
  for (const [index, { product, prices }] of (update?.products ?? []).entries()) {
    const path = `features[subscription_update][products][${index}]`
    findRecord(context.rows.products, account, 'product', product, { param: `${path}[product]` })
    for (const [at, price] of prices.entries()) {
      findPrice(context, account, price, { param: `${path}[prices][${at}]` })
    }
  }
}

/** Adds a configuration. */
export function newConfiguration(
  context: PaymentsContext,
  account: string,
  input: ValuesOf<typeof PORTAL_CONFIGURATION_INPUT>,
): PortalConfiguration {
  checkProducts(context, account, input.features)
  return insertConfiguration(context, account, {
    ...profileOf(input),
    features: featuresOf(NOTHING, input.features),
    metadata: mergeMetadata({}, input.metadata),
    isDefault: false,
  })
}

/** Returns the changes of a configuration that an update asks for. */
export function configurationChanges(
  context: PaymentsContext,
  before: PortalConfiguration,
  input: ValuesOf<typeof PORTAL_CONFIGURATION_CHANGES>,
): Partial<Omit<PortalConfiguration, 'id' | 'account' | 'seq' | 'created'>> {
  if (input.features !== undefined) checkProducts(context, before.account, input.features)
  return {
    ...profileOf(input, before),
    ...(input.active === undefined ? {} : { active: input.active }),
    features: input.features === undefined ? before.features : featuresOf(before.features, input.features),
    metadata: mergeMetadata(before.metadata, input.metadata),
    updated: Math.floor(context.clock.now() / 1000),
  }
}

type Profile = Pick<PortalConfiguration, 'businessProfile' | 'defaultReturnUrl' | 'loginPageEnabled' | 'name'>

const NO_PROFILE: Profile = {
  businessProfile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  defaultReturnUrl: null,
  loginPageEnabled: false,
  name: null,
}

function profileOf(input: ValuesOf<typeof SHARED>, before: Profile = NO_PROFILE): Profile {
  const { business_profile: profile } = input
  return {
    businessProfile: {
      headline: profile?.headline === undefined ? before.businessProfile.headline : profile.headline,
      privacy_policy_url:
        profile?.privacy_policy_url === undefined
          ? before.businessProfile.privacy_policy_url
          : profile.privacy_policy_url,
      terms_of_service_url:
        profile?.terms_of_service_url === undefined
          ? before.businessProfile.terms_of_service_url
          : profile.terms_of_service_url,
    },
    defaultReturnUrl: input.default_return_url === undefined ? before.defaultReturnUrl : input.default_return_url,
    loginPageEnabled: input.login_page?.enabled ?? before.loginPageEnabled,
    name: input.name === undefined ? before.name : input.name,
  }
}

type NewConfiguration = Profile & Pick<PortalConfiguration, 'features' | 'metadata' | 'isDefault'>

function insertConfiguration(
  context: PaymentsContext,
  account: string,
  members: NewConfiguration,
): PortalConfiguration {
  const head = newRecord(context, account, 'bpc_')
  const configuration = context.rows.portalConfigurations.insert({
    ...head,
    active: true,
    updated: head.created,
    ...members,
  })
  context.emit({
    type: 'billing_portal.configuration.created',
    kind: 'billing_portal.configuration',
    row: configuration,
  })
  return configuration
}

/**
 * Returns the account's default configuration; adds it when there is none, with every feature that needs no products.
 */
export function defaultConfiguration(context: PaymentsContext, account: string): PortalConfiguration {
  const existing = context.rows.portalConfigurations.list('all', account).find(({ isDefault }) => isDefault)
  return (
    existing ??
    insertConfiguration(context, account, { ...NO_PROFILE, features: EVERYTHING, metadata: {}, isDefault: true })
  )
}
