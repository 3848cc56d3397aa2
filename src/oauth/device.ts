import { authenticateClient } from './authenticate-client.ts'
import { findClient, type Client } from './clients.ts'
import { bareCode, type OAuthDevice } from './collections.ts'
import { OAuthFailure, RequestRefused } from './failure.ts'
import { grantFor } from './issue.ts'
import type { OAuthContext, Person, Profile } from './profile.ts'
import type { TokenRequest } from './token.ts'

/** What clients of the device flow are registered for, and send as `grant_type`. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** A device that waits, and the application on it. */
export interface Waiting {
  readonly device: OAuthDevice
  readonly client: Client
}

/**
 * Takes a device authorization request in (RFC 8628 section 3.1) and makes its two codes.
 *
 * @throws OAuthFailure for an unknown client and for scopes that there are not.
 */
export function startDevice<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  request: TokenRequest,
): OAuthDevice {
  const { device } = profile
  const { parameters } = request
  if (device === null) throw new OAuthFailure('unauthorized_client', 'there is no device flow here')
  const { client } = authenticateClient(profile, context, request)
  if (client.grantTypes?.includes(DEVICE_GRANT) === false) {
    const message = `${client.id} is registered for ${client.grantTypes.join(' or ') || 'none'}; expected ${DEVICE_GRANT}`
    const fault = { reason: 'mismatched', parameter: 'grant_type' } as const
    throw new OAuthFailure('unauthorized_client', message, null, {}, fault)
  }
  const scope = parameters['scope']
  const scopes = scope === undefined ? null : profile.scopesIn(scope)
  profile.checkScopes(context, client, scopes, parameters)
  return context.rows.oauthDevices.insert({
    id: device.createDeviceCode(context),
    userCode: device.createUserCode(context),
    clientId: client.id,
    scopes,
    state: 'pending',
    grantId: null,
    granted: [],
    parameters: {},
    server: profile.server?.(context) ?? '',
    authTime: null,
    interval: device.interval,
    polledAt: null,
    expiresAt: context.clock.now() + device.lifetime,
  })
}

/**
 * The device that shows this user code and waits; upper and lower case, dashes and spaces do not matter.
 *
 * @throws RequestRefused when none does.
 */
export function findDevice<X extends OAuthContext>(profile: Profile<X>, context: X, userCode: string): Waiting {
  const device = context.rows.oauthDevices.find('userCode', bareCode(userCode))
  const client = device === undefined ? undefined : findClient(profile.clients(context), device.clientId)
  if (device === undefined || client === undefined || device.server !== (profile.server?.(context) ?? ''))
    throw refused(`No device waits with the code ${userCode}.`)
  if (device.state !== 'pending') throw refused(`The code ${device.userCode} was answered already.`)
  if (device.expiresAt <= context.clock.now()) {
    throw refused(`The code ${device.userCode} expired at ${new Date(device.expiresAt).toISOString()}.`)
  }
  return { device, client }
}

/** A person agrees: the device has tokens at its next poll. */
export function approveDevice<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  { device, client }: Waiting,
  person: Person,
): void {
  const { grant, scopes } = grantFor(profile, context, client, person, device.scopes)
  const authTime = context.clock.now()
  profile.signedIn?.(context, person)
  context.rows.oauthDevices.update(device.id, { state: 'approved', grantId: grant.id, granted: scopes, authTime })
}

/** A person refuses: the device is told at its next poll. */
export function denyDevice({ rows }: OAuthContext, { device }: Waiting): void {
  rows.oauthDevices.update(device.id, { state: 'denied' })
}

function refused(message: string): RequestRefused {
  return new RequestRefused(400, 'This code does not work', message, [
    'Enter the code that the device shows now, or have it show a new one.',
  ])
}
