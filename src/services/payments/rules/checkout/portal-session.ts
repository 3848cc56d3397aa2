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
  locale: text(),
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
  const { type, after_completion: after } = input
  const named = type === 'payment_method_update' ? undefined : input[type]
  if (type !== 'payment_method_update') {
    if (named === undefined) throw missingParameter(`flow_data[${type}]`)
    const subscription = context.rows.subscriptions.get(named.subscription)
    if (subscription?.customer !== customer) {
      throw invalidRequest(`No such subscription: '${named.subscription}'`, {
        code: 'resource_missing',
        param: `flow_data[${type}][subscription]`,
      })
    }
  }
  const feature = type === 'subscription_update_confirm' ? 'subscription_update' : type
  if (!features[feature].enabled) {
    throw invalidRequest(
      `This portal session's configuration does not support the flow \`${type}\`: the feature \`${feature}\` is disabled.`,
      { param: 'flow_data[type]' },
    )
  }
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
      type === 'subscription_cancel' && input.subscription_cancel !== undefined
        ? {
            subscription: input.subscription_cancel.subscription,
            retention: asHash(input.subscription_cancel.retention),
          }
        : null,
    subscription_pause: type === 'subscription_pause' ? (input.subscription_pause ?? null) : null,
    subscription_update: type === 'subscription_update' ? (input.subscription_update ?? null) : null,
    subscription_update_confirm:
      type === 'subscription_update_confirm' && confirm !== undefined
        ? {
            subscription: confirm.subscription,
            items: confirm.items.map(({ id, price, quantity }) => ({
              id,
              price: price ?? null,
              quantity: quantity ?? null,
            })),
            discounts:
              confirm.discounts?.map(({ coupon, promotion_code: code }) => ({
                coupon: coupon ?? null,
                promotion_code: code ?? null,
              })) ?? null,
          }
        : null,
  }
}
