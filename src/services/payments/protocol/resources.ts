import type { Resource } from './resource.ts'
import { billingResources, catalogResources } from '#payments/json/billing/resources.ts'
import { scheduleResources } from '#payments/json/billing/schedules.ts'
import { checkoutResources } from '#payments/json/checkout.ts'
import { accountResources } from '#payments/json/accounts.ts'
import { confirmationTokenResources } from '#payments/json/confirmation-tokens.ts'
import { customerResources } from '#payments/json/customers.ts'
import { intentResources } from '#payments/json/intents.ts'
import { moneyResources } from '#payments/json/money/resources.ts'
import { paymentMethodResources } from '#payments/json/payment-methods.ts'

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
