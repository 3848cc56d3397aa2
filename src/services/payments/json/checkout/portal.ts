import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { portalUrl } from '#payments/rules/checkout/urls.ts'
import type { PortalConfiguration, PortalFlow, PortalSession } from '#payments/schema/checkout.ts'
import { readOwn } from '../read-own.ts'

/** Writes a configuration of the portal. https://docs.stripe.com/api/customer_portal/configurations/object */
export function portalConfigurationJson(configuration: PortalConfiguration) {
  return {
    id: configuration.id,
    object: 'billing_portal.configuration',
    active: configuration.active,
    application: null,
    business_profile: configuration.businessProfile,
    created: configuration.created,
    default_return_url: configuration.defaultReturnUrl,
    features: configuration.features,
    is_default: configuration.isDefault,
    livemode: false,
    login_page: { enabled: configuration.loginPageEnabled, url: null },
    metadata: configuration.metadata,
    name: configuration.name,
    updated: configuration.updated,
  }
}

/** Writes a session of the portal. https://docs.stripe.com/api/customer_portal/sessions/object */
export function portalSessionJson(context: Pick<PaymentsContext, 'urls'>, session: PortalSession) {
  return {
    id: session.id,
    object: 'billing_portal.session',
    after_expiration: null,
    configuration: session.configuration,
    created: session.created,
    customer: session.customer,
    customer_account: null,
    flow: session.flow === null ? null : flowJson(session.flow),
    livemode: false,
    locale: session.locale,
    on_behalf_of: session.onBehalfOf,
    return_url: session.returnUrl,
    url: portalUrl(context, session),
  }
}

function flowJson(flow: PortalFlow) {
  return {
    after_completion: flow.after_completion,
    customer_update: null,
    subscription_cancel: flow.subscription_cancel,
    subscription_pause: flow.subscription_pause,
    subscription_update: flow.subscription_update,
    subscription_update_confirm: confirmJson(flow.subscription_update_confirm),
    type: flow.type,
  }
}

function confirmJson(confirm: PortalFlow['subscription_update_confirm']) {
  if (confirm === null) return null
  const items = confirm.items.map(({ id, price, quantity }) => ({
    id,
    price,
    ...(quantity === null ? {} : { quantity }),
  }))
  return { ...confirm, items }
}

/** How the portal's objects are read and expanded. */
export const portalResources: readonly Resource[] = [
  {
    object: 'billing_portal.configuration',
    read: readOwn(
      ({ portalConfigurations }) => portalConfigurations,
      (_context, configuration) => portalConfigurationJson(configuration),
    ),
    expandable: {},
  },
  {
    object: 'billing_portal.session',
    read: readOwn(({ portalSessions }) => portalSessions, portalSessionJson),
    expandable: { configuration: ['billing_portal.configuration'] },
  },
]
