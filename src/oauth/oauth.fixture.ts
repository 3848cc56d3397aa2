import { HOUR } from '#core/duration.ts'
import type { Clock } from '#core/clock.ts'
import { idPosition, storedIds } from '#core/ids.ts'
import { collection, Store } from '#core/store.ts'
import type { Client } from './clients/clients.ts'
import { oauthCollections } from './collections.ts'
import { OAuthFailure } from './failure.ts'
import { authorizationCode } from './grants/authorization-code.ts'
import { deviceCode } from './grants/device-code.ts'
import { refreshToken } from './grants/refresh-token.ts'
import type { OAuthContext } from './context.ts'
import type { Profile } from './profile.ts'
import type { DeviceProfile } from './profile-parts.ts'

interface AccessToken {
  readonly id: string
  readonly userId: number
  readonly clientId: string
}

const collections = { ...oauthCollections, tokens: collection<AccessToken>()({}), idPosition }

/** The state of the engine's tests. */
export interface TestContext extends OAuthContext {
  readonly rows: Store<typeof collections>['rows']
  /** Moves the clock forward by `span` milliseconds. */
  pass(span: number): void
}

/** Returns an empty state whose clock stands still. */
export function emptyContext(): TestContext {
  const store = new Store(collections)
  let now = Date.UTC(2026, 0, 1)
  const clock: Pick<Clock, 'now'> = { now: () => now }
  return {
    rows: store.rows,
    clock: clock as Clock, // the engine only calls `now`
    ids: storedIds(
      'test',
      () => store.rows.idPosition,
      () => 'http://localhost:1',
    ),
    pass: (span) => {
      now += span
    },
  }
}

const PEOPLE = [
  { id: 1, handle: 'ann', name: 'Ann', email: 'ann@example.com' },
  { id: 2, handle: 'bob', name: 'bob', email: null },
]

/** The clients of the engine's tests. */
export const WEB: Client = {
  id: 'web-app',
  name: 'Web App',
  secret: 'shh',
  redirectUris: ['http://localhost:3000/cb', 'http://localhost:3000/other?tenant=a%20b'],
}
export const OTHER: Client = { ...WEB, id: 'other-app', secret: 'other', redirectUris: [] }

/** The device flow of the vendor below. */
export const device: DeviceProfile<TestContext> = {
  lifetime: 900_000,
  interval: 5000,
  createDeviceCode: ({ ids }) => ids.secret.hex(40),
  createUserCode: ({ ids }) => `${ids.secret.from('BCDF', 4)}-${ids.secret.from('BCDF', 4)}`,
}

/** A vendor that has every rule in its strictest form, except for the given differences. */
export function vendor(
  differences: Partial<Profile<TestContext>> = {},
  clients: readonly Client[] = [WEB, OTHER],
): Profile<TestContext> {
  return {
    registry: 'test.clients',
    clients: () => ({ list: () => clients, find: (id) => clients.find((client) => client.id === id) }),
    people: () => PEOPLE,
    person: (_context, handle) => PEOPLE.find((person) => person.handle === handle),
    responseTypeRequired: true,
    challengeMethods: ['S256', 'plain'],
    redirectMatches: (uri, registered) => uri === registered,
    redirectUriAtAuthorization: 'optional',
    scopesIn: (scope) => scope.split(' ').filter((each) => each !== ''),
    checkScopes(_context, { requested }) {
      if (requested?.includes('bad') === true) throw new OAuthFailure('invalid_scope', 'scope bad does not exist')
    },
    scopesGranted: (_context, { requested, before }) => requested ?? before,
    codeLifetime: 600_000,
    createCode: ({ ids }) => ids.secret.hex(20),
    redirectUriAtToken: 'required',
    grantTypes: { authorization_code: authorizationCode, refresh_token: refreshToken, device: deviceCode },
    defaultGrantType: null,
    createAccessToken: ({ rows, ids }, { grant }) =>
      rows.tokens.insert({ id: ids.secret.hex(20), userId: Number(grant.userId), clientId: grant.clientId }).id,
    endAccessToken: ({ rows }, token) => rows.tokens.get(token) !== undefined && rows.tokens.delete(token),
    refresh: {
      lifetime: HOUR,
      appliesTo: () => true,
      create: ({ ids }) => ids.secret.hex(30),
      rotates: true,
      onReuse: 'end the family',
    },
    device,
    tokenMembers: ({ accessToken, refreshToken, scopes }) => ({
      access_token: accessToken,
      scope: scopes.join(' '),
      ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    }),
    errorMembers: ({ code, message, details }) => ({ error: code, error_description: message, ...details }),
    ...differences,
  }
}
