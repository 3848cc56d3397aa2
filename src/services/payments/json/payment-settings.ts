import { readOwn } from './read-own.ts'
import { isOffered } from '#payments/rules/payment-methods/configurations.ts'
import {
  CONFIGURED_METHODS,
  type ApplePayDomain,
  type PaymentMethodConfiguration,
  type PaymentMethodDomain,
} from '#payments/schema/payment-settings.ts'
import type { Resource } from '#payments/protocol/resource.ts'

/** The wallets that a domain may show. */
const WALLETS = ['amazon_pay', 'apple_pay', 'google_pay', 'klarna', 'link', 'paypal']

/** Writes a domain on which Apple Pay is shown. */
export function applePayDomainJson({ id, created, domainName }: ApplePayDomain) {
  return { id, object: 'apple_pay_domain', created, domain_name: domainName, livemode: false }
}

/** Writes a domain on which wallets are shown. https://docs.stripe.com/api/payment_method_domains/object */
export function paymentMethodDomainJson({ id, created, domainName, enabled }: PaymentMethodDomain) {
  return {
    id,
    object: 'payment_method_domain',
    created,
    domain_name: domainName,
    enabled,
    livemode: false,
    ...Object.fromEntries(WALLETS.map((wallet) => [wallet, { status: enabled ? 'active' : 'inactive' }])),
  }
}

/**
 * Writes the payment methods that an account offers. https://docs.stripe.com/api/payment_method_configurations/object
 */
export function paymentMethodConfigurationJson(configuration: PaymentMethodConfiguration) {
  const methods = CONFIGURED_METHODS.map((method) => {
    const preference = configuration.preferences[method] ?? 'none'
    const value = isOffered(configuration, method) ? 'on' : 'off'
    return [
      method,
      { available: value === 'on', display_preference: { overridable: null, preference, value } },
    ] as const
  })
  return {
    id: configuration.id,
    object: 'payment_method_configuration',
    active: configuration.active,
    application: null,
    is_default: configuration.isDefault,
    livemode: false,
    name: configuration.name,
    parent: configuration.parent,
    ...Object.fromEntries(methods),
  }
}

/** The kinds of objects about the settings of payment methods. */
export const paymentSettingsResources: readonly Resource[] = [
  {
    object: 'payment_method_configuration',
    read: readOwn(
      ({ paymentMethodConfigurations }) => paymentMethodConfigurations,
      (_context, row) => paymentMethodConfigurationJson(row),
    ),
    expandable: {},
  },
]
