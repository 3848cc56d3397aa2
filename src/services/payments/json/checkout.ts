import type { Resource } from '../resource.ts'
import { checkoutSessionResource } from './checkout/session.ts'

/** How Checkout sessions, payment links and the portal's objects are read and expanded. */
export const checkoutResources: readonly Resource[] = [checkoutSessionResource]
