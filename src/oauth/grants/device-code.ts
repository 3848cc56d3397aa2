import { requireAuthenticated, type Client } from '../clients/clients.ts'
import type { OAuthDevice } from '../collections.ts'
import type { OAuthContext } from '../context.ts'
import { OAuthFailure, type RequestProblem } from '../failure.ts'
import { issue } from '../tokens/issue.ts'
import type { GrantType, Server } from '../profile.ts'
import { serverIdOf, serverName } from '../server-id.ts'

/** Exchanges a device code for tokens, once a person has agreed: RFC 8628 section 3.4. */
export const deviceCode: GrantType = (server, identified, parameters) => {
  const { profile, context } = server
  const { client } = identified
  const authenticates = profile.device?.authenticates !== false
  if (authenticates) requireAuthenticated(identified)
  const { oauthDevices, oauthGrants } = context.rows
  const device = findDevice(server, client, parameters['device_code'])
  recordPoll(server, device)
  if (device.state === 'denied') {
    throw new OAuthFailure('access_denied', 'Cancel was chosen on the page', { culprit: 'device_code' })
  }
  if (device.grantId === null) {
    throw new OAuthFailure('authorization_pending', `nobody has entered ${device.userCode} and agreed yet`)
  }
  const grant = oauthGrants.require(device.grantId)
  if (profile.active?.(context, grant.userId) === false) throw invalid('the user can no longer sign in', 'unknown')
  oauthDevices.update(device.id, { state: 'redeemed' })
  const authorization = {
    client,
    grant,
    scopes: device.granted,
    parameters: device.parameters,
    by: 'device_code',
    request: parameters,
    origin: device.id,
    authTime: device.authTime,
  } as const
  const withoutSecret = !authenticates || client.public === true
  return profile.tokenMembers(issue(server, authorization, { withoutSecret }), context)
}

/**
 * Finds the device with this code.
 *
 * @throws OAuthFailure when it is unknown, another client's, redeemed or expired.
 */
function findDevice<X extends OAuthContext>(server: Server<X>, client: Client, value: string | undefined): OAuthDevice {
  const { rows, clock } = server.context
  if (value === undefined || value === '') throw invalid('device_code is missing', 'missing')
  const device = rows.oauthDevices.get(value)
  if (device === undefined) {
    throw invalid(`device_code ${value} was not issued, or the state was reset since`, 'unknown')
  }
  if (device.clientId !== client.id) {
    throw invalid(`device_code was issued to ${device.clientId}, not to ${client.id}`, 'other client')
  }
  const here = serverIdOf(server)
  if (device.server !== here)
    throw invalid(`device_code was issued by ${serverName(device.server)}, not by ${serverName(here)}`, 'unknown')
  if (device.state === 'redeemed') throw invalid('device_code was redeemed already', 'used')
  if (device.expiresAt <= clock.now()) {
    throw new OAuthFailure('expired_token', `device_code expired at ${new Date(device.expiresAt).toISOString()}`)
  }
  return device
}

/**
 * Records a poll. RFC 8628 section 3.5
 *
 * @throws OAuthFailure slow_down for one that comes too early.
 */
function recordPoll<X extends OAuthContext>({ profile, context }: Server<X>, device: OAuthDevice): void {
  const { oauthDevices } = context.rows
  const now = context.clock.now()
  const waited = device.polledAt === null ? null : now - device.polledAt
  if (waited === null || waited >= device.interval) {
    oauthDevices.update(device.id, { polledAt: now })
    return
  }
  const interval = device.interval + (profile.device?.interval ?? 0)
  oauthDevices.update(device.id, { polledAt: now, interval })
  throw new OAuthFailure(
    'slow_down',
    `polled after ${waited / 1000} s; expected at least ${device.interval / 1000} s, and from now on ${interval / 1000} s`,
    { details: { interval: interval / 1000 } },
  )
}

function invalid(message: string, reason: RequestProblem['reason']): OAuthFailure {
  const problem = { reason, parameter: 'device_code' }
  return new OAuthFailure('invalid_grant', message, { culprit: 'device_code', problem })
}
