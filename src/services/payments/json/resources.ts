import type { Resource } from '#payments/protocol/resource.ts'
import { billingResources, catalogResources } from './billing/resources.ts'
import { scheduleResources } from './billing/schedules.ts'
import { checkoutResources } from './checkout.ts'
import { accountResources } from './accounts.ts'
import { balanceResources } from './balance.ts'
import { confirmationTokenResources } from './confirmation-tokens.ts'
import { cashBalanceResources } from './cash-balances.ts'
import { customerResources } from './customers.ts'
import { entitlementResources } from './entitlements.ts'
import { fileResources } from './files.ts'
import { issuingResources } from './issuing.ts'
import { intentResources } from './intents.ts'
import { moneyResources } from './money/resources.ts'
import { terminalResources } from './terminal.ts'
import { topupResources } from './money/topups.ts'
import { paymentSettingsResources } from './payment-settings.ts'
import { quoteResources } from './quotes.ts'
import { taxResources } from './tax.ts'
import { reportingResources } from './reporting.ts'
import { radarResources } from './radar.ts'
import { paymentMethodResources } from './payment-methods.ts'
import { sourceResources } from './sources.ts'

/** The kinds of objects by the value of `object`. Each subject of `json/` has a list of its own. */
export const resources: ReadonlyMap<string, Resource> = new Map(
  [
    ...accountResources,
    ...balanceResources,
    ...customerResources,
    ...cashBalanceResources,
    ...paymentMethodResources,
    ...sourceResources,
    ...confirmationTokenResources,
    ...entitlementResources,
    ...fileResources,
    ...paymentSettingsResources,
    ...quoteResources,
    ...radarResources,
    ...reportingResources,
    ...taxResources,
    ...issuingResources,
    ...terminalResources,
    ...topupResources,
    ...intentResources,
    ...moneyResources,
    ...catalogResources,
    ...billingResources,
    ...scheduleResources,
    ...checkoutResources,
  ].map((resource) => [resource.object, resource]),
)
