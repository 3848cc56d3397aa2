import { noSuch } from '#payments/errors.ts'
import { capabilityJson } from '#payments/json/connect.ts'
import { pageJson } from '#payments/json/page.ts'
import { boolean } from '#payments/protocol/params.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import { restrictsCapabilities } from '#payments/rules/connect/requirements.ts'
import { answer, get, post } from '../../route.ts'
import type { Account } from '#payments/schema/connect.ts'
import type { Capability } from '#payments/schema/connect-records.ts'

const all = '/v1/accounts/:account/capabilities'
const one = '/v1/accounts/:account/capabilities/:capability'

/** The capabilities of a connected account. https://docs.stripe.com/api/capabilities */
export const capabilitiesRoutes = [
  get('GetAccountsAccountCapabilities', all, {}, (call) => {
    const account = findConnectedAccount(call, call.params.account, 'account')
    const found = Object.keys(account.capabilities)
      .sort()
      .map((name) => capabilityOf(account, name))
    return answer(call, pageJson({ rows: found, hasMore: false }, call.path, capabilityJson))
  }),
  get('GetAccountsAccountCapabilitiesCapability', one, {}, (call) => {
    const account = findConnectedAccount(call, call.params.account, 'account')
    return answer(call, capabilityJson(capabilityOf(account, call.params.capability)))
  }),
  post('PostAccountsAccountCapabilitiesCapability', one, { requested: boolean() }, (call) => {
    const before = findConnectedAccount(call, call.params.account, 'account')
    const name = call.params.capability
    const capability = capabilityOf(before, name)
    const { requested } = call.input
    if (requested === undefined) return answer(call, capabilityJson(capability))
    const status = requested ? (restrictsCapabilities(before.due) ? 'pending' : 'active') : 'inactive'
    const capabilities = { ...before.capabilities, [name]: status } as const
    const after = call.rows.accounts.update(before.id, { capabilities })
    call.emit({ type: 'account.updated', kind: 'account', row: after, before })
    const changed = capabilityOf(after, name)
    call.emit({ type: 'capability.updated', kind: 'capability', row: changed, before: capability })
    return answer(call, capabilityJson(changed))
  }),
]

/** @throws 404 for what is no name of a capability. */
function capabilityOf({ id, created, capabilities }: Account, name: string): Capability {
  const { [name]: status } = capabilities
  if (!/^(?:\w+_payments|\w+_reporting_\w+|transfers|treasury|card_issuing|legacy_payments)$/.test(name)) {
    throw noSuch('capability', name, 'capability', 404)
  }
  const isRequested = status !== undefined && status !== 'inactive'
  return { account: id, name, requestedAt: isRequested ? created : null, status: status ?? 'unrequested' }
}
