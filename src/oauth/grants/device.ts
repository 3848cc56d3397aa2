import { identifySender } from '../clients/authentication.ts'
import type { Person } from '../authorization.ts'
import { clientWithId, type Client } from '../clients/clients.ts'
import { bareCode, type OAuthDevice } from '../collections.ts'
import type { OAuthContext } from '../context.ts'
import { OAuthFailure, RequestRefused } from '../failure.ts'
import { recordGrant } from '../tokens/issue.ts'
import type { Server } from '../profile.ts'
import { serverIdOf } from '../server-id.ts'
import type { TokenRequest } from '../clients/token-request.ts'

/** The `grant_type` of the device flow. RFC 8628 section 3.4 */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** A device that waits for a person, and its application. */
export interface PendingDevice {
  readonly device: OAuthDevice
  readonly client: Client
}

/**
 * Takes a device authorization request (RFC 8628 section 3.1) and makes its two codes.
 *
 * @throws OAuthFailure for an unknown client, and for scopes that do not exist.
 */
export function startDevice<X extends OAuthContext>(server: Server<X>, request: TokenRequest): OAuthDevice {
  const { profile, context } = server
  const { device } = profile
  const { parameters } = request
  if (device === null) throw new OAuthFailure('unauthorized_client', 'there is no device flow here')
  const { client } = identifySender(server, request)
  if (client.grantTypes?.includes(DEVICE_GRANT) === false) {
    const message = `${client.id} is registered for ${client.grantTypes.join(' or ') || 'none'}; expected ${DEVICE_GRANT}`
    const problem = { reason: 'mismatched', parameter: 'grant_type' } as const
    throw new OAuthFailure('unauthorized_client', message, { problem })
  }
  const scope = parameters['scope']
  const scopes = scope === undefined ? null : profile.scopesIn(scope)
  profile.checkScopes(context, { client, requested: scopes, parameters })
  return context.rows.oauthDevices.insert({
    id: device.createDeviceCode(context),
    userCode: device.createUserCode(context),
    clientId: client.id,
    scopes,
    state: 'pending',
    grantId: null,
    granted: [],
    parameters: {},
    server: serverIdOf(server),
    authTime: null,
    interval: device.interval,
    polledAt: null,
    expiresAt: context.clock.now() + device.lifetime,
  })
}

/**
 * Finds the pending device that shows this user code; upper and lower case, dashes and spaces make no difference.
 *
 * @throws RequestRefused when there is none.
 */
export function findDevice<X extends OAuthContext>(server: Server<X>, userCode: string): PendingDevice {
  const { profile, context } = server
  const device = context.rows.oauthDevices.find('userCode', bareCode(userCode))
  const client = device === undefined ? undefined : clientWithId(profile.clients(context), device.clientId)
  if (device === undefined || client === undefined || device.server !== serverIdOf(server)) {
    throw refused(`No device waits with the code ${userCode}.`)
  }
  if (device.state !== 'pending') throw refused(`The code ${device.userCode} was answered already.`)
  if (device.expiresAt <= context.clock.now()) {
    throw refused(`The code ${device.userCode} expired at ${new Date(device.expiresAt).toISOString()}.`)
  }
  return { device, client }
}

/** Approves a device for a person: it gets tokens at its next poll. */
export function approveDevice<X extends OAuthContext>(
  server: Server<X>,
  { device, client }: PendingDevice,
  person: Person,
): void {
  const { profile, context } = server
  const { grant, scopes } = recordGrant(server, person, { client, requested: device.scopes, parameters: {} })
  const authTime = context.clock.now()
  profile.signedIn?.(context, person)
  context.rows.oauthDevices.update(device.id, { state: 'approved', grantId: grant.id, granted: scopes, authTime })
}

/** Denies a device: its next poll gets `access_denied`. */
export function denyDevice({ rows }: OAuthContext, { device }: PendingDevice): void {
  rows.oauthDevices.update(device.id, { state: 'denied' })
}

function refused(message: string): RequestRefused {
  return new RequestRefused(400, 'This code does not work', message, [
    'Enter the code that the device shows now, or have it show a new one.',
  ])
}
