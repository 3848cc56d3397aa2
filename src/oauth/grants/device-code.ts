import { requireAuthenticated } from '../clients.ts'
import { OAuthFailure, type Fault } from '../failure.ts'
import { issue } from '../issue.ts'
import type { GrantType } from './grant.ts'

/** A device code for tokens, once a person has agreed: RFC 8628 section 3.4. */
export const deviceCode: GrantType = (profile, context, identified, parameters) => {
  const { client } = identified
  const authenticates = profile.device?.authenticates !== false
  if (authenticates) requireAuthenticated(identified)
  const { oauthDevices, oauthGrants } = context.rows
  const server = profile.server?.(context) ?? ''
  const value = parameters['device_code']
  if (value === undefined || value === '') throw bad('device_code is missing', 'missing')
  const device = oauthDevices.get(value)
  if (device === undefined) throw bad(`device_code ${value} was not issued, or the state was reset since`, 'unknown')
  if (device.clientId !== client.id) {
    throw bad(`device_code was issued to ${device.clientId}, not to ${client.id}`, 'other client')
  }
  if (device.server !== server) throw bad(`device_code was issued by ${device.server}, not by ${server}`, 'unknown')
  if (device.state === 'redeemed') throw bad('device_code was redeemed already', 'used')
  const now = context.clock.now()
  if (device.expiresAt <= now) {
    throw new OAuthFailure('expired_token', `device_code expired at ${new Date(device.expiresAt).toISOString()}`)
  }
  const waited = device.polledAt === null ? null : now - device.polledAt
  if (waited !== null && waited < device.interval) {
    const interval = device.interval + (profile.device?.interval ?? 0)
    oauthDevices.update(device.id, { polledAt: now, interval })
    throw new OAuthFailure(
      'slow_down',
      `polled after ${waited / 1000} s; expected at least ${device.interval / 1000} s, and from now on ${interval / 1000} s`,
      null,
      { interval: interval / 1000 },
    )
  }
  oauthDevices.update(device.id, { polledAt: now })
  if (device.state === 'denied') throw new OAuthFailure('access_denied', 'Cancel was chosen on the page', 'device_code')
  if (device.grantId === null) {
    throw new OAuthFailure('authorization_pending', `nobody has entered ${device.userCode} and agreed yet`)
  }
  const grant = oauthGrants.require(device.grantId)
  if (profile.active?.(context, grant.userId) === false) throw bad('the user can no longer sign in', 'unknown')
  oauthDevices.update(device.id, { state: 'redeemed' })
  const granted = {
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
  return profile.tokenMembers(issue(profile, context, granted, { withoutSecret }), context)
}

function bad(message: string, reason: Fault['reason']): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, 'device_code', {}, { reason, parameter: 'device_code' })
}
