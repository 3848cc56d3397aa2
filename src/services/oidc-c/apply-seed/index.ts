import { errorMessage } from '#core/error-message.ts'
import { seedAccessTokens } from '#oauth/tokens/seed.ts'
import { createPublicKey } from 'node:crypto'
import { SeedProblem, type SharedSeed } from '#core/service.ts'
import { defined } from '#core/objects.ts'
import type { OidcContext, Rows } from '#oidc-c/call.ts'
import { CONSUMERS, DEFAULT_TENANT, GRAPH_ID, guidOf, isGuid, tenantIdOf } from '#oidc-c/schema/identifiers.ts'
import type { Tenant } from '#oidc-c/schema.ts'
import { DEFAULT_PERMISSIONS } from '#oidc-c/rules/scopes.ts'
import type { Section } from '#oidc-c/seed.ts'
import { seedGroups, seedManagers } from './groups.ts'

type SeedUser = Section['users'][number]

/** The only user of a seed without users; the default token belongs to this user. */
const ADMIN: SeedUser = {
  email: 'admin@example.com',
  name: 'Admin',
  roles: [],
  groups: [],
  business_phones: [],
  account_enabled: true,
}

/**
 * Fills the store from the `oidc-c` section of a seed.
 *
 * @throws {@link SeedProblem} where it contradicts itself.
 */
export function applySeed(context: OidcContext, section: Section, shared: SharedSeed): void {
  const users = section.users.length === 0 && shared.defaultLogin !== null ? [ADMIN] : section.users
  const { rows, clock } = context
  const home = section.tenant ?? DEFAULT_TENANT
  for (const name of new Set([home, ...users.map((user) => user.tenant ?? home), CONSUMERS])) {
    seedTenant(rows, name, {
      domains: domainsOf(users, name, home),
      open: name === home && section.tenant === undefined,
    })
  }
  for (const [index, user] of users.entries()) seedUser(rows, user, index, home, clock.now())
  seedManagers(rows, users)
  seedGroups(context, section, users)
  seedClients(rows, section)
  seedAccessTokens(context, shared, {
    firstUser: rows.users.page('byPosition', [], { offset: 0, limit: 1 }).rows[0],
    clientId: rows.clients.page('byPosition', [], { offset: 0, limit: 1 }).rows[0]?.id,
    everyScope: DEFAULT_PERMISSIONS,
    userNamed: (login) => rows.users.find('mail', login.toLowerCase()),
    details: ({ tenantId }) => ({ appId: GRAPH_ID, audience: GRAPH_ID, tenantId }),
  })
}

/** The logins that the tokens of a seed may name: e-mail addresses. */
export function logins(section: Section): string[] {
  return section.users.map((user) => user.email)
}

function seedTenant(rows: Rows, name: string, { domains, open }: Pick<Tenant, 'domains' | 'open'>): void {
  const id = tenantIdOf(name)
  const own = isGuid(name) || name === 'consumers' ? [] : [name]
  const before = rows.tenants.get(id)
  if (before !== undefined) {
    rows.tenants.update(id, { domains: [...new Set([...before.domains, ...own, ...domains])] })
    return
  }
  const tenant: Omit<Tenant, 'domains'> = { id, personal: id === CONSUMERS, open, position: rows.tenants.size }
  // The domains of personal accounts' addresses do not belong to their tenant.
  rows.tenants.insert({ ...tenant, domains: tenant.personal ? [] : [...new Set([...own, ...domains])] })
}

function domainsOf(users: readonly SeedUser[], name: string, home: string): string[] {
  const own = users.filter((user) => (user.tenant ?? home) === name)
  const addresses = own.flatMap((user) => [user.user_principal_name ?? user.email, user.email])
  return addresses.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase())
}

function seedUser(rows: Rows, user: SeedUser, index: number, home: string, now: number): void {
  const userPrincipalName = user.user_principal_name ?? user.email
  if (rows.users.find('mail', user.email.toLowerCase()) !== undefined) {
    throw new SeedProblem(['users', index, 'email'], `${user.email} is there twice`)
  }
  if (rows.users.find('userPrincipalName', userPrincipalName.toLowerCase()) !== undefined) {
    throw new SeedProblem(['users', index, 'user_principal_name'], `${userPrincipalName} is there twice`)
  }
  const id = user.oid ?? objectId(user, tenantIdOf(user.tenant ?? home))
  if (rows.users.get(id) !== undefined) throw new SeedProblem(['users', index, 'oid'], `${id} is there twice`)
  const names = [user.given_name, user.family_name].filter((each) => each !== undefined).join(' ')
  rows.users.insert({
    id,
    tenantId: tenantIdOf(user.tenant ?? home),
    userPrincipalName,
    mail: user.email,
    mailNickname: userPrincipalName.slice(0, userPrincipalName.indexOf('@')),
    displayName: user.name ?? (names === '' ? user.email : names),
    details: defined({
      givenName: user.given_name,
      surname: user.family_name,
      jobTitle: user.job_title,
      department: user.department,
      companyName: user.company_name,
      officeLocation: user.office_location,
      mobilePhone: user.mobile_phone,
      preferredLanguage: user.preferred_language,
      employeeId: user.employee_id,
      usageLocation: user.usage_location,
    }),
    businessPhones: user.business_phones,
    accountEnabled: user.account_enabled,
    password: user.password ?? null,
    roles: user.roles,
    managerId: null,
    createdAt: now,
    position: index,
  })
}

/** Returns the object id of a user; that of a personal account begins with zeros. */
function objectId({ email }: SeedUser, tenant: string): string {
  const guid = guidOf(`user ${email.toLowerCase()}`)
  return tenant === CONSUMERS ? `00000000-0000-0000${guid.slice(18)}` : guid
}

function seedClients({ clients }: Rows, section: Section): void {
  for (const [index, client] of section.oauth_clients.entries()) {
    if (clients.get(client.client_id) !== undefined) {
      throw new SeedProblem(['oauth_clients', index, 'client_id'], `${client.client_id} is there twice`)
    }
    const isPublic = client.public || client.spa
    if (isPublic && client.client_secret !== undefined) {
      throw new SeedProblem(
        ['oauth_clients', index, 'client_secret'],
        `${client.client_id} is public and can have no secret`,
      )
    }
    checkKey(client.public_key, index)
    clients.insert({
      id: client.client_id,
      secret: client.client_secret ?? null,
      publicKey: client.public_key ?? null,
      name: client.name ?? client.client_id,
      redirectUris: client.redirect_uris ?? null,
      postLogoutRedirectUris: client.post_logout_redirect_uris,
      public: isPublic,
      spa: client.spa,
      identifierUris: client.identifier_uris,
      scopes: client.scopes ?? null,
      applicationPermissions: client.application_permissions,
      optionalClaims: client.optional_claims,
      accessTokenVersion: client.access_token_version,
      position: index,
    })
  }
}

function checkKey(key: string | undefined, index: number): void {
  if (key === undefined) return
  try {
    createPublicKey(key)
  } catch (error) {
    const reason = errorMessage(error)
    throw new SeedProblem(
      ['oauth_clients', index, 'public_key'],
      `expected a public key or a certificate as PEM: ${reason}`,
    )
  }
}
