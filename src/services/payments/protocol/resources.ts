import type { Resource } from './resource.ts'
import { billingResources, catalogResources } from '../json/billing/resources.ts'
import { scheduleResources } from '../json/billing/schedules.ts'
import { checkoutResources } from '../json/checkout.ts'
import { accountResources } from '../json/accounts.ts'
import { confirmationTokenResources } from '../json/confirmation-tokens.ts'
import { customerResources } from '../json/customers.ts'
import { intentResources } from '../json/intents.ts'
import { moneyResources } from '../json/money/resources.ts'
import { paymentMethodResources } from '../json/payment-methods.ts'

/** The kinds of objects by the value of `object`. Each subject of `json/` has a list of its own. */
export const resources: ReadonlyMap<string, Resource> = new Map(
  [
    ...accountResources,
    ...customerResources,
    ...paymentMethodResources,
    ...confirmationTokenResources,
    ...intentResources,
    ...moneyResources,
    ...catalogResources,
    ...billingResources,
    ...scheduleResources,
    ...checkoutResources,
  ].map((resource) => [resource.object, resource]),
)
