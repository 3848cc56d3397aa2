import { PORTAL_LOCALES } from '#payments/schema/locales.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest, missingParameter } from '#payments/errors.ts'
import {
  hash,
  integer,
  list,
  oneOf,
  required,
  text,
  unsupported,
  url,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '../records.ts'
import type { PortalConfiguration, PortalFlow, PortalSession } from '#payments/schema/checkout.ts'
import { findLiveCustomer } from '../customers/find-customer.ts'
import { defaultConfiguration } from './portal-configuration.ts'
import { asHash } from './settings.ts'

const FLOW = {
  after_completion: hash({
    hosted_confirmation: hash({ custom_message: text({ max: 500 }) }),
    redirect: hash({ return_url: required(url()) }),
    type: required(oneOf('hosted_confirmation', 'portal_homepage', 'redirect')),
  }),
  subscription_cancel: hash({
    retention: hash({
      coupon_offer: required(hash({ coupon: required(text()) })),
      type: required(oneOf('coupon_offer')),
    }),
    subscription: required(text()),
  }),
  subscription_pause: hash({ subscription: required(text()) }),
  subscription_update: hash({ subscription: required(text()) }),
  subscription_update_confirm: hash({
    discounts: list(hash({ coupon: text(), promotion_code: text() }), { max: 1 }),
    items: required(list(hash({ id: required(text()), price: text(), quantity: integer({ min: 0 }) }), { max: 1 })),
    subscription: required(text()),
  }),
  type: required(
    oneOf(
      'payment_method_update',
      'subscription_cancel',
      'subscription_pause',
      'subscription_update',
      'subscription_update_confirm',
    ),
  ),
}

/** The parameters of a session of the portal. */
export const PORTAL_SESSION_INPUT = {
  after_expiration: unsupported(),
  configuration: text(),
  customer: required(text()),
  customer_account: unsupported(),
  flow_data: hash(FLOW),
  locale: oneOf(...PORTAL_LOCALES),
  on_behalf_of: text(),
  return_url: url(),
}

/** Adds a session of the portal. https://docs.stripe.com/api/customer_portal/sessions/create */
export function newPortalSession(
  context: PaymentsContext,
  account: string,
  input: ValuesOf<typeof PORTAL_SESSION_INPUT>,
): PortalSession {
  const customer = findLiveCustomer(context, account, input.customer, { param: 'customer' })
  const configuration =
    input.configuration === undefined
      ? defaultConfiguration(context, account)
      : findRecord(context.rows.portalConfigurations, account, 'configuration', input.configuration, {
          param: 'configuration',
        })
  if (!configuration.active) {
    throw invalidRequest('The provided configuration is not active.', { param: 'configuration' })
  }
  const flow = input.flow_data === undefined ? null : flowOf(context, customer.id, configuration, input.flow_data)
  const session = context.rows.portalSessions.insert({
    ...newRecord(context, account, 'bps_'),
    configuration: configuration.id,
    customer: customer.id,
    flow,
    locale: input.locale ?? null,
    onBehalfOf: input.on_behalf_of ?? null,
    returnUrl: input.return_url ?? configuration.defaultReturnUrl,
    token: context.ids.secret.base62(40),
  })
  context.emit({ type: 'billing_portal.session.created', kind: 'billing_portal.session', row: session })
  return session
}

function flowOf(
  context: PaymentsContext,
  customer: string,
  { features }: PortalConfiguration,
  input: ValuesOf<typeof FLOW>,
): PortalFlow {
  const { type, after_completion: after, subscription_cancel: cancel } = input
  checkFlow(context, customer, features, input)
  const confirm = input.subscription_update_confirm
  return {
    type,
    after_completion: {
      type: after?.type ?? 'portal_homepage',
      hosted_confirmation:
        after?.type === 'hosted_confirmation'
          ? { custom_message: after.hosted_confirmation?.custom_message ?? null }
          : null,
      redirect: after?.redirect ?? null,
    },
    subscription_cancel:
      type === 'subscription_cancel' && cancel !== undefined
        ? { subscription: cancel.subscription, retention: asHash(cancel.retention) }
        : null,
    subscription_pause: type === 'subscription_pause' ? (input.subscription_pause ?? null) : null,
    subscription_update: type === 'subscription_update' ? (input.subscription_update ?? null) : null,
    subscription_update_confirm: type === 'subscription_update_confirm' ? confirmationOf(confirm) : null,
  }
}

/** @throws 400 for a subscription that is not the customer's, and for a flow that the configuration does not have. */
function checkFlow(
  { rows }: PaymentsContext,
  customer: string,
  features: PortalConfiguration['features'],
  input: ValuesOf<typeof FLOW>,
): void {
  const { type } = input
  if (type !== 'payment_method_update') {
    const { subscription: id } = input[type] ?? {}
    if (id === undefined) throw missingParameter(`flow_data[${type}]`)
    if (rows.subscriptions.get(id)?.customer !== customer) {
      throw invalidRequest(`No such subscription: '${id}'`, {
        code: 'resource_missing',
        param: `flow_data[${type}][subscription]`,
      })
    }
  }
  const feature = type === 'subscription_update_confirm' ? 'subscription_update' : type
  if (features[feature].enabled) return
  throw invalidRequest(
    `This portal session's configuration does not support the flow \`${type}\`: the feature \`${feature}\` is disabled.`,
    { param: 'flow_data[type]' },
  )
}

function confirmationOf(
  confirm: ValuesOf<typeof FLOW>['subscription_update_confirm'],
): PortalFlow['subscription_update_confirm'] {
  if (confirm === undefined) return null
  const { subscription, items, discounts } = confirm
  return {
    subscription,
    items: items.map(({ id, price = null, quantity = null }) => ({ id, price, quantity })),
    discounts: discounts?.map(({ coupon = null, promotion_code = null }) => ({ coupon, promotion_code })) ?? null,
  }
}
