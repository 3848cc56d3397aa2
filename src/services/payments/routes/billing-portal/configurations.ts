import { portalConfigurationJson } from '#payments/json/checkout/portal.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { boolean } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import {
  PORTAL_CONFIGURATION_INPUT,
  PORTAL_CONFIGURATION_CHANGES,
  configurationChanges,
  newConfiguration,
} from '#payments/rules/checkout/portal-configuration.ts'
import type { PortalConfiguration } from '#payments/schema/checkout.ts'

const one = '/v1/billing_portal/configurations/:configuration'

const byPath = { param: 'configuration', inPath: true }

/**
 * The configurations of the customer portal. https://docs.stripe.com/api/customer_portal/configurations
 */
export const portalConfigurationsRoutes = [
  post('PostBillingPortalConfigurations', '/v1/billing_portal/configurations', PORTAL_CONFIGURATION_INPUT, (call) =>
    answer(call, portalConfigurationJson(newConfiguration(call, call.account, call.input))),
  ),
  get(
    'GetBillingPortalConfigurations',
    '/v1/billing_portal/configurations',
    { ...LIST_PARAMS, active: boolean(), is_default: boolean() },
    (call) => {
      const { active, is_default: isDefault } = call.input
      const where = (each: PortalConfiguration): boolean =>
        (active === undefined || each.active === active) && (isDefault === undefined || each.isDefault === isDefault)
      const found = newestFirst(call.rows.portalConfigurations, 'all', [call.account], where)
      return answerPage(call, found, 'configuration', portalConfigurationJson)
    },
  ),
  get('GetBillingPortalConfigurationsConfiguration', one, {}, (call) => {
    const { configuration: id } = call.params
    return answer(
      call,
      portalConfigurationJson(findRecord(call.rows.portalConfigurations, call.account, 'configuration', id, byPath)),
    )
  }),
  post('PostBillingPortalConfigurationsConfiguration', one, PORTAL_CONFIGURATION_CHANGES, (call) => {
    const { portalConfigurations } = call.rows
    const before = findRecord(portalConfigurations, call.account, 'configuration', call.params.configuration, byPath)
    const after = portalConfigurations.update(before.id, configurationChanges(call, before, call.input))
    call.emit({
      type: 'billing_portal.configuration.updated',
      kind: 'billing_portal.configuration',
      row: after,
      before,
    })
    return answer(call, portalConfigurationJson(after))
  }),
]
