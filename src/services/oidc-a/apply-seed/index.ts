import { seedAccessTokens } from '#oauth/tokens/seed.ts'
import { SeedProblem, type SharedSeed } from '#core/service.ts'
import type { OidcContext, Rows } from '#oidc-a/call.ts'
import { EVERY_SCOPE, longForm } from '#oidc-a/oauth/scopes.ts'
import { accountIdOf } from '#oidc-a/schema/identifiers.ts'
import type { Section } from '#oidc-a/seed.ts'
import { seedServiceAccount } from './service-accounts.ts'

type SeedUser = Section['users'][number]

/** The only user of a seed without users; the default token is theirs. */
const ADMIN: SeedUser = { email: 'admin@example.com', name: 'Admin', email_verified: true }

/**
 * Fills the store from the `oidc-a` section of a seed.
 *
 * @throws {@link SeedProblem} where it contradicts itself.
 */
export function applySeed(context: OidcContext, section: Section, shared: SharedSeed): void {
  const { rows } = context
  rows.signingAlg.set(section.id_token_signing_alg)
  const users = section.users.length === 0 && shared.defaultLogin !== null ? [ADMIN] : section.users
  for (const [index, user] of users.entries()) seedUser(rows, user, index)
  for (const [index, client] of section.oauth_clients.entries()) {
    if (rows.clients.get(client.client_id) !== undefined) {
      throw new SeedProblem(['oauth_clients', index, 'client_id'], `${client.client_id} is there twice`)
    }
    rows.clients.insert({
      id: client.client_id,
      secret: client.client_secret ?? null,
      name: client.name ?? client.client_id,
      redirectUris: client.redirect_uris ?? null,
      pages: client.javascript_origins.map((origin) => `storagerelay://${origin.replace('://', '/')}`),
      position: index,
    })
  }
  for (const [index, account] of section.service_accounts.entries()) seedServiceAccount(rows, account, index)
  seedAccessTokens(context, shared, {
    firstUser: rows.users.page('byPosition', [], { offset: 0, limit: 1 }).rows[0],
    clientId: rows.clients.page('byPosition', [], { offset: 0, limit: 1 }).rows[0]?.id,
    everyScope: EVERY_SCOPE,
    userNamed: (login) => rows.users.find('email', login.toLowerCase()),
    stored: longForm,
  })
}

/** The logins that the tokens of a seed may name: e-mail addresses. */
export function logins(section: Section): string[] {
  return section.users.map((user) => user.email)
}

function seedUser(rows: Rows, user: SeedUser, index: number): void {
  if (rows.users.find('email', user.email.toLowerCase()) !== undefined) {
    throw new SeedProblem(['users', index, 'email'], `${user.email} is there twice`)
  }
  const sub = user.sub ?? accountIdOf(user.email)
  if (rows.users.get(sub) !== undefined) throw new SeedProblem(['users', index, 'sub'], `${sub} is there twice`)
  const names = [user.given_name, user.family_name].filter((each) => each !== undefined).join(' ')
  rows.users.insert({
    id: sub,
    email: user.email,
    emailVerified: user.email_verified,
    name: user.name ?? (names === '' ? user.email : names),
    givenName: user.given_name ?? null,
    familyName: user.family_name ?? null,
    picture: user.picture ?? null,
    locale: user.locale ?? null,
    hostedDomain: user.hd ?? null,
    position: index,
  })
}
