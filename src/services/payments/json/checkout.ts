import type { Resource } from '#payments/protocol/resource.ts'
import { paymentLinkResource } from './checkout/payment-link.ts'
import { portalResources } from './checkout/portal.ts'
import { checkoutSessionResource } from './checkout/session.ts'

/** How Checkout sessions, payment links and the portal's objects are read and expanded. */
export const checkoutResources: readonly Resource[] = [checkoutSessionResource, paymentLinkResource, ...portalResources]
