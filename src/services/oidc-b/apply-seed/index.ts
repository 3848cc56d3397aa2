import { createPublicKey } from 'node:crypto'
import { SeedProblem, type SharedSeed } from '#core/service.ts'
import type { OidcContext, Rows } from '#oidc-b/call.ts'
import { accountIdOf } from '#oidc-b/schema/identifiers.ts'
import type { Section } from '#oidc-b/seed.ts'

type SeedUser = Section['users'][number]
type SeedClient = Section['oauth_clients'][number]

/** The only user of a seed without users. */
const ADMIN: SeedUser = { email: 'admin@example.com', name: 'Admin', email_verified: true, private_email: false }

/**
 * Fills the store from the `oidc-b` section of a seed.
 *
 * @throws {@link SeedProblem} where it contradicts itself.
 */
export function applySeed({ rows }: OidcContext, section: Section, shared: SharedSeed): void {
  const users = section.users.length === 0 && shared.defaultLogin !== null ? [ADMIN] : section.users
  for (const [index, user] of users.entries()) seedUser(rows, user, index)
  for (const [index, client] of section.oauth_clients.entries()) seedClient(rows, client, index)
}

function seedUser(rows: Rows, user: SeedUser, index: number): void {
  if (rows.users.find('email', user.email.toLowerCase()) !== undefined) {
    throw new SeedProblem(['users', index, 'email'], `${user.email} is there twice`)
  }
  const { firstName, lastName } = namesOf(user)
  const full = [firstName, lastName].filter((each) => each !== '').join(' ')
  rows.users.insert({
    id: accountIdOf(user.email),
    email: user.email,
    emailVerified: user.email_verified,
    name: user.name ?? (full === '' ? user.email : full),
    firstName,
    lastName,
    privateEmail: user.private_email,
    realUserStatus: user.real_user_status ?? null,
    position: index,
  })
}

/** Returns a name in two parts, which is how the vendor stores it. */
function namesOf({ name = '', given_name: first, family_name: family }: SeedUser) {
  const words = name.split(' ').filter((each) => each !== '')
  const last = words.length > 1 ? words.at(-1) : undefined
  return {
    firstName: first ?? (last === undefined ? words : words.slice(0, -1)).join(' '),
    lastName: family ?? last ?? '',
  }
}

function seedClient(rows: Rows, client: SeedClient, index: number): void {
  if (rows.clients.get(client.client_id) !== undefined) {
    throw new SeedProblem(['oauth_clients', index, 'client_id'], `${client.client_id} is there twice`)
  }
  const flaw = client.public_key === undefined ? null : flawOf(client.public_key)
  if (flaw !== null) throw new SeedProblem(['oauth_clients', index, 'public_key'], flaw)
  rows.clients.insert({
    id: client.client_id,
    name: client.name ?? client.client_id,
    teamId: client.team_id ?? null,
    keyId: client.key_id ?? null,
    publicKey: client.public_key ?? null,
    redirectUris: client.redirect_uris ?? null,
    notificationUrl: client.notification_url ?? null,
    position: index,
  })
}

/** Returns why a text cannot be the public key of client secrets; null when it can. */
function flawOf(pem: string): string | null {
  if (pem.includes('PRIVATE KEY')) {
    return 'is a private key, which has no place in a seed; expected its public half: openssl ec -in AuthKey.p8 -pubout'
  }
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem)
    if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return null
    return `is a key of the type ${asymmetricKeyType}; expected one of the curve P-256, for ES256`
  } catch {
    return 'is no public key in PEM; expected -----BEGIN PUBLIC KEY-----'
  }
}
