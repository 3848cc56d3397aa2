import { collection, timer } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { Address } from './customers.ts'

/** A JSON object that is kept as the client sent it, with null for what it left out. */
export interface Hash {
  readonly [name: string]: Json
}

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | Hash

/** The kinds of a session: a payment at once, a payment method for later, or a subscription. */
export type CheckoutMode = 'payment' | 'setup' | 'subscription'

/**
 * The place of a session's form: the emulator's page, that page in a frame, or elements in the application's own page.
 */
export type UiKind = 'hosted' | 'embedded' | 'elements'

/** One thing that a session sells. https://docs.stripe.com/api/checkout/sessions/line_items */
export interface SessionLine {
  /** `li_…` */
  readonly id: string
  readonly price: string
  readonly quantity: number
  /** The limits of the quantity that the customer may choose; null when it is fixed. */
  readonly adjustable: { readonly maximum: number; readonly minimum: number } | null
  /** The amount of one unit that the customer chose, for a price that lets the customer choose. */
  readonly chosenAmount: number | null
  readonly taxRates: readonly string[]
  /** The rates of which those of the buyer's country apply, once it is known; absent where there are none. */
  readonly dynamicTaxRates?: readonly string[]
  readonly metadata: Metadata
}

/** A discount of a session. */
export interface SessionDiscount {
  readonly coupon: string
  readonly promotionCode: string | null
}

/**
 * A question of the form beyond the vendor's own, as the vendor writes it; `value` of its type is null until it is
 * answered.
 */
export interface CustomField {
  readonly key: string
  readonly label: { readonly custom: string; readonly type: 'custom' }
  readonly optional: boolean
  readonly type: 'dropdown' | 'numeric' | 'text'
  readonly dropdown?: {
    readonly default_value: string | null
    readonly options: readonly { readonly label: string; readonly value: string }[]
    readonly value: string | null
  }
  readonly numeric?: Bounded
  readonly text?: Bounded
}

interface Bounded {
  readonly default_value: string | null
  readonly maximum_length: number | null
  readonly minimum_length: number | null
  readonly value: string | null
}

/** The details that a customer gave, as the vendor writes them. */
export interface CustomerDetails {
  readonly address: Address | null
  readonly business_name: string | null
  readonly email: string | null
  readonly individual_name: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly tax_exempt: 'exempt' | 'none' | 'reverse'
  readonly tax_ids: readonly { readonly type: string; readonly value: string | null }[]
}

/** The name and address that a session ships to. */
export interface ShippingDetails {
  readonly address: Address
  readonly name: string
}

/** The part of a session that a payment link has too: everything that is the same for each of its customers. */
export interface CheckoutSettings {
  readonly allowPromotionCodes: boolean | null
  /** The account that is liable for automatic tax, as the vendor writes it; null while automatic tax is off. */
  readonly automaticTax: Hash | null
  readonly billingAddressCollection: 'auto' | 'required' | null
  /** `{payment_method_reuse_agreement, promotions, terms_of_service}` as the vendor writes it. */
  readonly consentCollection: Hash | null
  /** `{after_submit, shipping_address, submit, terms_of_service_acceptance}` as the vendor writes it. */
  readonly customText: Hash
  readonly customFields: readonly CustomField[]
  readonly customerCreation: 'always' | 'if_required' | null
  /** The member `invoice_creation` as the vendor writes it. */
  readonly invoiceCreation: Hash | null
  readonly nameCollection: Hash | null
  readonly paymentMethodCollection: 'always' | 'if_required' | null
  readonly phoneNumberCollection: boolean
  /** The countries that the session ships to; null when it asks for no address. */
  readonly shippingCountries: readonly string[] | null
  /** The shipping rates that the customer chooses from. */
  readonly shippingOptions: readonly string[]
  readonly submitType: 'auto' | 'book' | 'donate' | 'pay' | 'subscribe' | null
  readonly taxIdCollection: { readonly enabled: boolean; readonly required: 'if_supported' | 'never' }
  /** Parameters of the payment intent, as the client sent them. */
  readonly paymentIntentData: Hash
  /** Parameters of the subscription, as the client sent them. */
  readonly subscriptionData: Hash
}

/** https://docs.stripe.com/api/checkout/sessions/object */
export interface CheckoutSession extends AccountRow, CheckoutSettings {
  readonly mode: CheckoutMode
  readonly ui: UiKind
  /** The name of the kind in the newest version of the API: `hosted_page`. */
  readonly uiMode: string
  /** As the request says; the prices are in their own currency all the same. */
  readonly adaptivePricing: boolean
  readonly status: 'open' | 'complete' | 'expired'
  readonly paymentStatus: 'no_payment_required' | 'paid' | 'unpaid'
  /** Epoch seconds. */
  readonly expiresAt: number
  readonly currency: string | null
  readonly lines: readonly SessionLine[]
  readonly discounts: readonly SessionDiscount[]
  /** The shipping rate that the customer chose. */
  readonly shippingRate: string | null
  readonly customer: string | null
  readonly customerEmail: string | null
  /** The members of the customer that the session updates: `{address, name, shipping}`. */
  readonly customerUpdate: Hash
  readonly customerDetails: CustomerDetails | null
  readonly shippingDetails: ShippingDetails | null
  readonly consent: {
    readonly promotions: 'opt_in' | 'opt_out' | null
    readonly terms_of_service: 'accepted' | null
  } | null
  readonly paymentMethodTypes: readonly string[]
  readonly paymentMethodOptions: Hash
  readonly clientReferenceId: string | null
  readonly locale: string | null
  readonly metadata: Metadata
  readonly setupIntentData: Hash
  /** The member `after_expiration` as the client sent it. */
  readonly afterExpiration: { readonly allowPromotionCodes: boolean; readonly enabled: boolean } | null
  /** The secret of the page that begins an expired session anew; null until it has expired. */
  readonly recoveryToken: string | null
  readonly recoveredFrom: string | null
  readonly paymentIntent: string | null
  readonly setupIntent: string | null
  readonly subscription: string | null
  /** True where the subscription begins with the first attempt to pay, as in versions before 2025-03-31. */
  readonly subscribesAtAttempt: boolean
  readonly invoice: string | null
  readonly paymentLink: string | null
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  readonly returnUrl: string | null
  readonly redirectOnCompletion: 'always' | 'if_required' | 'never' | null
  /** The secret in the address of the session's page. */
  readonly pageToken: string
  /** The secret of the session in a browser: `cs_test_…_secret_…`; null for a hosted page. */
  readonly clientSecret: string | null
  readonly savedPaymentMethodOptions: Hash | null
  readonly permissions: Hash | null
  readonly brandingSettings: Hash | null
  readonly integrationIdentifier: string | null
  readonly originContext: string | null
  readonly excludedPaymentMethodTypes: readonly string[]
}

/** The page that follows a payment through a link. */
export interface AfterCompletion {
  readonly type: 'hosted_confirmation' | 'redirect'
  readonly customMessage: string | null
  readonly url: string | null
}

/** https://docs.stripe.com/api/payment_links/payment_links/object */
export interface PaymentLink extends AccountRow, CheckoutSettings {
  readonly active: boolean
  readonly afterCompletion: AfterCompletion
  readonly currency: string
  readonly inactiveMessage: string | null
  readonly lines: readonly SessionLine[]
  readonly metadata: Metadata
  readonly paymentMethodTypes: readonly string[] | null
  /** How many sessions of the link may complete, and how many have; null for no limit. */
  readonly limit: number | null
  readonly completed: number
  /** The secret in the link. */
  readonly token: string
  readonly applicationFeeAmount: number | null
  readonly applicationFeePercent: number | null
  readonly onBehalfOf: string | null
  readonly transferData: Hash | null
}

/** https://docs.stripe.com/api/customer_portal/configurations/object */
export interface PortalConfiguration extends AccountRow {
  readonly active: boolean
  readonly businessProfile: {
    readonly headline: string | null
    readonly privacy_policy_url: string | null
    readonly terms_of_service_url: string | null
  }
  readonly defaultReturnUrl: string | null
  readonly features: PortalFeatures
  readonly isDefault: boolean
  readonly loginPageEnabled: boolean
  readonly metadata: Metadata
  readonly name: string | null
  readonly updated: number
}

/** The features of a portal, as the vendor writes them. */
export interface PortalFeatures {
  readonly customer_update: { readonly allowed_updates: readonly string[]; readonly enabled: boolean }
  readonly invoice_history: { readonly enabled: boolean }
  readonly payment_method_update: { readonly enabled: boolean; readonly payment_method_configuration: string | null }
  readonly subscription_cancel: {
    readonly cancellation_reason: {
      readonly enabled: boolean
      readonly feedback_options: readonly string[] | null
      readonly options: readonly string[]
    }
    readonly enabled: boolean
    readonly mode: 'at_period_end' | 'immediately'
    readonly proration_behavior: 'always_invoice' | 'create_prorations' | 'none'
  }
  readonly subscription_pause: { readonly duration: Hash; readonly enabled: boolean }
  readonly subscription_update: {
    readonly billing_cycle_anchor: 'now' | 'unchanged' | null
    readonly default_allowed_updates: readonly string[]
    readonly enabled: boolean
    readonly products: readonly PortalProduct[] | null
    readonly proration_behavior: 'always_invoice' | 'create_prorations' | 'none'
    readonly schedule_at_period_end: { readonly conditions: readonly { readonly type: string }[] }
    readonly trial_update_behavior: 'continue_trial' | 'end_trial'
  }
}

/** A product that customers can change to in the portal. */
interface PortalProduct {
  readonly adjustable_quantity: { readonly enabled: boolean; readonly maximum: number | null; readonly minimum: number }
  readonly prices: readonly string[]
  readonly product: string
}

/** https://docs.stripe.com/api/customer_portal/sessions/object */
export interface PortalSession extends AccountRow {
  readonly configuration: string
  readonly customer: string
  /** The member `flow` as the vendor writes it; null for the whole portal. */
  readonly flow: PortalFlow | null
  readonly locale: string | null
  readonly onBehalfOf: string | null
  readonly returnUrl: string | null
  /** The secret in the portal's address. */
  readonly token: string
}

/** The one thing that a portal session is for. */
export interface PortalFlow {
  readonly type:
    | 'payment_method_update'
    | 'subscription_cancel'
    | 'subscription_pause'
    | 'subscription_update'
    | 'subscription_update_confirm'
  readonly after_completion: {
    readonly type: 'hosted_confirmation' | 'portal_homepage' | 'redirect'
    readonly hosted_confirmation: { readonly custom_message: string | null } | null
    readonly redirect: { readonly return_url: string } | null
  }
  readonly subscription_cancel: { readonly subscription: string; readonly retention: Hash | null } | null
  readonly subscription_pause: { readonly subscription: string } | null
  readonly subscription_update: { readonly subscription: string } | null
  readonly subscription_update_confirm: {
    readonly subscription: string
    readonly items: readonly {
      readonly id: string | null
      readonly price: string | null
      readonly quantity: number | null
    }[]
    readonly discounts: readonly { readonly coupon: string | null; readonly promotion_code: string | null }[] | null
  } | null
}

/** The collections of everything that a person sees. */
export const checkoutCollections = {
  checkoutSessions: collection<CheckoutSession>()({
    unique: { pageToken: ['pageToken'], clientSecret: ['clientSecret'], recoveryToken: ['recoveryToken'] },
    indexes: {
      all: ['account', 'seq'],
      customer: ['customer', 'seq'],
      paymentIntent: ['paymentIntent', 'seq'],
      setupIntent: ['setupIntent', 'seq'],
      subscription: ['subscription', 'seq'],
      paymentLink: ['paymentLink', 'seq'],
    },
  }),
  paymentLinks: collection<PaymentLink>()({ unique: { token: ['token'] }, indexes: { all: ['account', 'seq'] } }),
  portalConfigurations: collection<PortalConfiguration>()({ indexes: { all: ['account', 'seq'] } }),
  portalSessions: collection<PortalSession>()({ unique: { token: ['token'] }, indexes: { all: ['account', 'seq'] } }),
  /** Expires a session. */
  expireCheckout: timer<{ readonly session: string }>(),
}
