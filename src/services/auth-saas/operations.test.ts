import type { ClerkClient } from '@clerk/backend'
import { describe, expect } from 'vitest'
import { clerkTypeProblems, type ClerkPackage } from '#testkit/clerk-types.ts'
import { clerkOf, allClients, codeOf, people, authSaasTest, type RunningAuthSaas } from './auth-saas.fixture.ts'
import { OPERATIONS, type OperationId } from './operations.fixture.ts'
import { totpCode } from '#core/totp.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const organizationId = 'org_acme'
const png = new Blob([Buffer.from('iVBORw0KGgo=', 'base64')], { type: 'image/png' })

const seed = {
  'auth-saas': { ...people, users: [...people.users, { id: 'user_two', username: 'two', totp_secret: SECRET }] },
}

let auth: RunningAuthSaas
const it = authSaasTest({ seed })
it.beforeAll(({ authSaas }) => {
  auth = authSaas
})

/** A client with which a step calls its operation. */
interface Client {
  readonly clerk: ClerkClient
  /** True for the client of today, which has methods that the major version before lacks. */
  readonly isCurrent: boolean
}

/** Calls an operation for which a client has no method. */
async function http(method: string, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json' }
  const answer = await fetch(auth.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return answer.status === 204 ? null : answer.json()
}

const emailAddressOf = async ({ clerk }: Client): Promise<string> =>
  (await clerk.emailAddresses.createEmailAddress({ userId: 'user_ada', emailAddress: 'b@example.com', verified: true }))
    .id
const phoneNumberOf = async ({ clerk }: Client): Promise<string> =>
  (await clerk.phoneNumbers.createPhoneNumber({ userId: 'user_ada', phoneNumber: '+15555550123', verified: true })).id
const newSession = async () =>
  (await http('POST', '/v1/sessions', { user_id: 'user_ada' })) as { id: string; client_id: string } // of the vendor
const sessionOf = async (): Promise<string> => (await newSession()).id
const inviteeOf = ({ clerk }: Client) =>
  clerk.organizations.createOrganizationInvitation({
    organizationId,
    emailAddress: 'new@example.com',
    role: 'org:member',
    inviterUserId: 'user_ada',
  })
const domainOf = ({ clerk }: Client) =>
  clerk.organizations.createOrganizationDomain({
    organizationId,
    name: 'acme.test',
    enrollmentMode: 'manual_invitation',
    verified: true,
  })
const roleOf = async (): Promise<string> => {
  const role = await http('POST', '/v1/organization_roles', { name: 'Billing', key: 'org:billing' })
  return (role as { id: string }).id // the vendor's role
}
const templateOf = async ({ clerk }: Client): Promise<string> =>
  (await clerk.jwtTemplates.create({ name: 'one', claims: { a: 1 } })).id
const redirectUrlOf = async ({ clerk }: Client): Promise<string> =>
  (await clerk.redirectUrls.createRedirectUrl({ url: 'myapp://callback' })).id
const applicationOf = ({ clerk }: Pick<Client, 'clerk'>) =>
  clerk.oauthApplications.create({ name: 'CLI', redirectUris: ['http://localhost:4000/cb'], scopes: 'email profile' })

/** Begins a sign-up in a browser and returns its id. */
async function signUpOf(): Promise<string> {
  const body = new URLSearchParams({ email_address: 'new@example.com' })
  const answer = await fetch(`${auth.url}/v1/client/sign_ups?__clerk_api_version=2025-11-10`, { method: 'POST', body })
  return ((await answer.json()) as { response: { id: string } }).response.id // the vendor's answer
}

/** Signs Ada in to an OAuth application, as its browser and its back end do, and returns the access token. */
async function oauthTokenOf(clientId: string, clientSecret: string): Promise<string> {
  const redirectUri = 'http://localhost:4000/cb'
  const query = new URLSearchParams({ client_id: clientId, response_type: 'code', redirect_uri: redirectUri })
  const body = new URLSearchParams({ user: 'ada@example.com' })
  const approved = await fetch(`${auth.url}/oauth/authorize?${query}`, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const answer = await fetch(`${auth.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token // RFC 6749 section 5.1
}

// The description that the steps above follow does not have this operation yet.
it('revokes both tokens of a grant by either of them', async () => {
  const clerk = clerkOf(auth)
  const { id: oauthApplicationId, clientId, clientSecret } = await applicationOf({ clerk })
  const token = await oauthTokenOf(clientId, clientSecret ?? '')
  await clerk.idPOAuthAccessToken.verify(token)
  await clerk.oauthApplications.revokeToken({ oauthApplicationId, token })
  for (const refused of [
    clerk.idPOAuthAccessToken.verify(token),
    clerk.oauthApplications.revokeToken({ oauthApplicationId, token }),
  ]) {
    expect(await codeOf(refused)).toBe('resource_not_found')
  }
})

/** The operations of users. */
const users = {
  GetUserList: ({ clerk }) => clerk.users.getUserList({ limit: 2 }),
  CreateUser: ({ clerk }) => clerk.users.createUser({ emailAddress: ['x@example.com'], phoneNumber: ['+15555550124'] }),
  GetUsersCount: ({ clerk }) => clerk.users.getCount(),
  GetUser: ({ clerk }) => clerk.users.getUser('user_ada'),
  UpdateUser: ({ clerk }) => clerk.users.updateUser('user_ada', { firstName: 'Augusta' }),
  DeleteUser: ({ clerk }) => clerk.users.deleteUser('user_ada'),
  BanUser: ({ clerk }) => clerk.users.banUser('user_ada'),
  UnbanUser: ({ clerk }) => clerk.users.unbanUser('user_ada'),
  LockUser: ({ clerk }) => clerk.users.lockUser('user_ada'),
  UnlockUser: ({ clerk }) => clerk.users.unlockUser('user_ada'),
  UpdateUserMetadata: ({ clerk }) => clerk.users.updateUserMetadata('user_ada', { publicMetadata: { a: 1 } }),
  ReplaceUserMetadata: ({ clerk, isCurrent }) =>
    isCurrent
      ? clerk.users.replaceUserMetadata('user_ada', { publicMetadata: { a: 1 } })
      : http('PUT', '/v1/users/user_ada/metadata', { public_metadata: { a: 1 } }),
  VerifyPassword: ({ clerk }) => clerk.users.verifyPassword({ userId: 'user_ada', password: 'correct-horse-battery' }),
  VerifyTOTP: ({ clerk }) => clerk.users.verifyTOTP({ userId: 'user_two', code: totpCode(SECRET, auth.clock.now()) }),
  DisableMFA: ({ clerk }) => clerk.users.disableUserMFA('user_two'),
  GetOAuthAccessToken: ({ clerk }) => clerk.users.getUserOauthAccessToken('user_ada', 'google'),
  UsersGetOrganizationMemberships: ({ clerk }) => clerk.users.getOrganizationMembershipList({ userId: 'user_ada' }),
  UsersGetOrganizationInvitations: async ({ clerk }) => {
    const given = { organizationId, emailAddress: 'linus@example.com', role: 'org:member' }
    await clerk.organizations.createOrganizationInvitation(given)
    return clerk.users.getOrganizationInvitationList({ userId: 'user_linus' })
  },
  SetUserProfileImage: ({ clerk }) => clerk.users.updateUserProfileImage('user_ada', { file: png }),
  DeleteUserProfileImage: async ({ clerk }) => {
    await clerk.users.updateUserProfileImage('user_ada', { file: png })
    return clerk.users.deleteUserProfileImage('user_ada')
  },
  DeleteExternalAccount: async ({ clerk }) => {
    const { externalAccounts } = await clerk.users.getUser('user_ada')
    const externalAccountId = externalAccounts[0]?.id ?? ''
    return clerk.users.deleteUserExternalAccount({ userId: 'user_ada', externalAccountId })
  },
  CreateEmailAddress: (client) => emailAddressOf(client),
  GetEmailAddress: async (client) => client.clerk.emailAddresses.getEmailAddress(await emailAddressOf(client)),
  UpdateEmailAddress: async (client) =>
    client.clerk.emailAddresses.updateEmailAddress(await emailAddressOf(client), { primary: true }),
  DeleteEmailAddress: async (client) => client.clerk.emailAddresses.deleteEmailAddress(await emailAddressOf(client)),
  CreatePhoneNumber: (client) => phoneNumberOf(client),
  GetPhoneNumber: async (client) => client.clerk.phoneNumbers.getPhoneNumber(await phoneNumberOf(client)),
  UpdatePhoneNumber: async (client) =>
    client.clerk.phoneNumbers.updatePhoneNumber(await phoneNumberOf(client), { primary: true }),
  DeletePhoneNumber: async (client) => client.clerk.phoneNumbers.deletePhoneNumber(await phoneNumberOf(client)),
} satisfies Partial<Steps>

/** The operations of sessions and clients. */
const sessions = {
  GetSessionList: async (client) => {
    await sessionOf()
    return client.clerk.sessions.getSessionList({ userId: 'user_ada' })
  },
  createSession: ({ clerk }) => clerk.sessions.createSession({ userId: 'user_ada' }),
  GetSession: async (client) => client.clerk.sessions.getSession(await sessionOf()),
  RevokeSession: async (client) => client.clerk.sessions.revokeSession(await sessionOf()),
  RefreshSession: ({ clerk }) => {
    const { sessionId, token, cookies } = auth.signIn({ user: 'ada@example.com', url: 'http://localhost:3000' })
    const refresh = cookies.find(({ name }) => name.startsWith('__refresh'))?.value ?? ''
    return clerk.sessions.refreshSession(sessionId, {
      expired_token: token,
      refresh_token: refresh,
      request_origin: 'http://localhost:3000',
    })
  },
  CreateSessionToken: async (client) => client.clerk.sessions.getToken(await sessionOf(), ''),
  CreateSessionTokenFromTemplate: async (client) => {
    await templateOf(client)
    return client.clerk.sessions.getToken(await sessionOf(), 'one')
  },
  GetClientList: async (client) => {
    await sessionOf()
    return client.clerk.clients.getClientList()
  },
  GetClient: async (client) => {
    const { client_id: clientId } = await newSession()
    return client.clerk.clients.getClient(clientId)
  },
  VerifyClient: ({ clerk }) => {
    const { cookies } = auth.signIn({ user: 'ada@example.com' })
    return clerk.clients.verifyClient(cookies.find(({ name }) => name === '__client')?.value ?? '')
  },
  GetJWKS: ({ clerk }) => clerk.jwks.getJwks(),
} satisfies Partial<Steps>

/** The operations of organizations. */
const organizations = {
  ListOrganizations: ({ clerk }) => clerk.organizations.getOrganizationList({ includeMembersCount: true }),
  CreateOrganization: ({ clerk }) => clerk.organizations.createOrganization({ name: 'Beta', createdBy: 'user_ada' }),
  GetOrganization: ({ clerk }) => clerk.organizations.getOrganization({ organizationId }),
  UpdateOrganization: ({ clerk }) => clerk.organizations.updateOrganization(organizationId, { name: 'Acme 2' }),
  DeleteOrganization: ({ clerk }) => clerk.organizations.deleteOrganization(organizationId),
  MergeOrganizationMetadata: ({ clerk }) =>
    clerk.organizations.updateOrganizationMetadata(organizationId, { publicMetadata: { a: 1 } }),
  ReplaceOrganizationMetadata: ({ clerk, isCurrent }) =>
    isCurrent
      ? clerk.organizations.replaceOrganizationMetadata(organizationId, { publicMetadata: { a: 1 } })
      : http('PUT', `/v1/organizations/${organizationId}/metadata`, { public_metadata: { a: 1 } }),
  UploadOrganizationLogo: ({ clerk }) =>
    clerk.organizations.updateOrganizationLogo(organizationId, { file: png, uploaderUserId: 'user_ada' }),
  DeleteOrganizationLogo: async ({ clerk }) => {
    await clerk.organizations.updateOrganizationLogo(organizationId, { file: png })
    return clerk.organizations.deleteOrganizationLogo(organizationId)
  },
  ListOrganizationMemberships: ({ clerk }) => clerk.organizations.getOrganizationMembershipList({ organizationId }),
  CreateOrganizationMembership: ({ clerk }) =>
    clerk.organizations.createOrganizationMembership({ organizationId, userId: 'user_linus', role: 'org:member' }),
  UpdateOrganizationMembership: ({ clerk }) =>
    clerk.organizations.updateOrganizationMembership({ organizationId, userId: 'user_grace', role: 'org:admin' }),
  DeleteOrganizationMembership: ({ clerk }) =>
    clerk.organizations.deleteOrganizationMembership({ organizationId, userId: 'user_grace' }),
  UpdateOrganizationMembershipMetadata: ({ clerk }) =>
    clerk.organizations.updateOrganizationMembershipMetadata({
      organizationId,
      userId: 'user_grace',
      publicMetadata: { a: 1 },
    }),
  ListOrganizationInvitations: async (client) => {
    await inviteeOf(client)
    return client.clerk.organizations.getOrganizationInvitationList({ organizationId })
  },
  CreateOrganizationInvitation: (client) => inviteeOf(client),
  CreateOrganizationInvitationBulk: ({ clerk }) =>
    clerk.organizations.createOrganizationInvitationBulk(organizationId, [
      { emailAddress: 'one@example.com', role: 'org:member' },
    ]),
  GetOrganizationInvitation: async (client) => {
    const { id: invitationId } = await inviteeOf(client)
    return client.clerk.organizations.getOrganizationInvitation({ organizationId, invitationId })
  },
  RevokeOrganizationInvitation: async (client) => {
    const { id: invitationId } = await inviteeOf(client)
    const given = { organizationId, invitationId, requestingUserId: 'user_ada' }
    return client.clerk.organizations.revokeOrganizationInvitation(given)
  },
  ListOrganizationDomains: async (client) => {
    await domainOf(client)
    return client.clerk.organizations.getOrganizationDomainList({ organizationId })
  },
  CreateOrganizationDomain: (client) => domainOf(client),
  UpdateOrganizationDomain: async (client) => {
    const { id: domainId } = await domainOf(client)
    const given = { organizationId, domainId, enrollmentMode: 'automatic_invitation' } as const
    return client.clerk.organizations.updateOrganizationDomain(given)
  },
  DeleteOrganizationDomain: async (client) => {
    const { id: domainId } = await domainOf(client)
    return client.clerk.organizations.deleteOrganizationDomain({ organizationId, domainId })
  },
  InstanceGetOrganizationMemberships: ({ clerk }) => clerk.organizations.getInstanceOrganizationMembershipList({}),
  ListInstanceOrganizationInvitations: async (client) => {
    await inviteeOf(client)
    return http('GET', '/v1/organization_invitations') // no client has a method for it
  },
  ListOrganizationRoles: ({ clerk, isCurrent }) =>
    isCurrent ? clerk.organizationRoles.getOrganizationRoleList() : http('GET', '/v1/organization_roles'),
  CreateOrganizationRole: ({ clerk, isCurrent }) =>
    isCurrent ? clerk.organizationRoles.createOrganizationRole({ name: 'Billing', key: 'org:billing' }) : roleOf(),
  GetOrganizationRole: async ({ clerk, isCurrent }) => {
    const id = await roleOf()
    return isCurrent ? clerk.organizationRoles.getOrganizationRole(id) : http('GET', `/v1/organization_roles/${id}`)
  },
  UpdateOrganizationRole: async ({ clerk, isCurrent }) => {
    const id = await roleOf()
    return isCurrent
      ? clerk.organizationRoles.updateOrganizationRole({ organizationRoleId: id, name: 'Bills' })
      : http('PATCH', `/v1/organization_roles/${id}`, { name: 'Bills' })
  },
  DeleteOrganizationRole: async ({ clerk, isCurrent }) => {
    const id = await roleOf()
    return isCurrent
      ? clerk.organizationRoles.deleteOrganizationRole(id)
      : http('DELETE', `/v1/organization_roles/${id}`)
  },
  ListOrganizationPermissions: ({ clerk, isCurrent }) =>
    isCurrent
      ? clerk.organizationPermissions.getOrganizationPermissionList()
      : http('GET', '/v1/organization_permissions'),
} satisfies Partial<Steps>

/** The operations of the instance as a whole. */
const instance = {
  ListInvitations: async ({ clerk }) => {
    await clerk.invitations.createInvitation({ emailAddress: 'new@example.com' })
    return clerk.invitations.getInvitationList()
  },
  CreateInvitation: ({ clerk }) => clerk.invitations.createInvitation({ emailAddress: 'new@example.com' }),
  CreateBulkInvitations: ({ clerk }) =>
    clerk.invitations.createInvitationBulk([{ emailAddress: 'one@example.com' }, { emailAddress: 'two@example.com' }]),
  RevokeInvitation: async ({ clerk }) => {
    const { id } = await clerk.invitations.createInvitation({ emailAddress: 'new@example.com' })
    return clerk.invitations.revokeInvitation(id)
  },
  ListAllowlistIdentifiers: async ({ clerk }) => {
    await clerk.allowlistIdentifiers.createAllowlistIdentifier({ identifier: 'a@b.test', notify: false })
    return clerk.allowlistIdentifiers.getAllowlistIdentifierList()
  },
  CreateAllowlistIdentifier: ({ clerk }) =>
    clerk.allowlistIdentifiers.createAllowlistIdentifier({ identifier: 'a@b.test', notify: true }),
  DeleteAllowlistIdentifier: async ({ clerk }) => {
    const given = { identifier: 'a@b.test', notify: false }
    const { id } = await clerk.allowlistIdentifiers.createAllowlistIdentifier(given)
    return clerk.allowlistIdentifiers.deleteAllowlistIdentifier(id)
  },
  ListBlocklistIdentifiers: async ({ clerk }) => {
    await clerk.blocklistIdentifiers.createBlocklistIdentifier({ identifier: 'a@b.test' })
    return clerk.blocklistIdentifiers.getBlocklistIdentifierList()
  },
  CreateBlocklistIdentifier: ({ clerk }) =>
    clerk.blocklistIdentifiers.createBlocklistIdentifier({ identifier: 'a@b.test' }),
  DeleteBlocklistIdentifier: async ({ clerk }) => {
    const { id } = await clerk.blocklistIdentifiers.createBlocklistIdentifier({ identifier: 'a@b.test' })
    return clerk.blocklistIdentifiers.deleteBlocklistIdentifier(id)
  },
  GetInstance: ({ clerk }) => clerk.instance.get(),
  UpdateInstance: ({ clerk }) => clerk.instance.update({ supportEmail: 'help@example.com' }),
  ListDomains: ({ clerk }) => clerk.domains.list(),
  CreateSignInToken: ({ clerk }) => clerk.signInTokens.createSignInToken({ userId: 'user_ada', expiresInSeconds: 60 }),
  RevokeSignInToken: async ({ clerk }) => {
    const { id } = await clerk.signInTokens.createSignInToken({ userId: 'user_ada', expiresInSeconds: 60 })
    return clerk.signInTokens.revokeSignInToken(id)
  },
  CreateActorToken: ({ clerk }) =>
    clerk.actorTokens.create({ userId: 'user_ada', actor: { sub: 'user_grace' }, expiresInSeconds: 60 }),
  RevokeActorToken: async ({ clerk }) => {
    const { id } = await clerk.actorTokens.create({
      userId: 'user_ada',
      actor: { sub: 'user_grace' },
      expiresInSeconds: 60,
    })
    return clerk.actorTokens.revoke(id)
  },
  CreateTestingToken: ({ clerk }) => clerk.testingTokens.createTestingToken(),
  GetSignUp: async ({ clerk }) => clerk.signUps.get(await signUpOf()),
  ListJWTTemplates: async (client) => {
    await templateOf(client)
    return client.clerk.jwtTemplates.list()
  },
  CreateJWTTemplate: (client) => templateOf(client),
  GetJWTTemplate: async (client) => client.clerk.jwtTemplates.get(await templateOf(client)),
  UpdateJWTTemplate: async (client) =>
    client.clerk.jwtTemplates.update({ templateId: await templateOf(client), name: 'two', claims: {} }),
  DeleteJWTTemplate: async (client) => client.clerk.jwtTemplates.delete(await templateOf(client)),
  ListRedirectURLs: async (client) => {
    await redirectUrlOf(client)
    return client.clerk.redirectUrls.getRedirectUrlList()
  },
  CreateRedirectURL: (client) => redirectUrlOf(client),
  GetRedirectURL: async (client) => client.clerk.redirectUrls.getRedirectUrl(await redirectUrlOf(client)),
  DeleteRedirectURL: async (client) => client.clerk.redirectUrls.deleteRedirectUrl(await redirectUrlOf(client)),
  ListOAuthApplications: async (client) => {
    await applicationOf(client)
    return client.clerk.oauthApplications.list()
  },
  CreateOAuthApplication: (client) => applicationOf(client),
  GetOAuthApplication: async (client) => client.clerk.oauthApplications.get((await applicationOf(client)).id),
  UpdateOAuthApplication: async (client) => {
    const { id: oauthApplicationId } = await applicationOf(client)
    return client.clerk.oauthApplications.update({ oauthApplicationId, name: 'Tool' })
  },
  DeleteOAuthApplication: async (client) => client.clerk.oauthApplications.delete((await applicationOf(client)).id),
  verifyOAuthAccessToken: async (client) => {
    const { clientId, clientSecret } = await applicationOf(client)
    const token = await oauthTokenOf(clientId, clientSecret ?? '')
    return client.clerk.idPOAuthAccessToken.verify(token)
  },
  CreateSvixApp: ({ clerk }) => clerk.webhooks.createSvixApp(),
} satisfies Partial<Steps>

/** The call of every operation, by its id. The type check fails where one is missing. */
type Steps = Readonly<Record<OperationId, (client: Client) => unknown>>
const steps: Steps = { ...users, ...sessions, ...organizations, ...instance }

/** Operations that answer without a body. */
const EMPTY: readonly string[] = ['UpdateInstance']

const packages: Readonly<Record<string, ClerkPackage>> = {
  '@clerk/backend 3': '@clerk/backend',
  '@clerk/backend 2': 'clerk-backend-2',
  '@clerk/backend 1': 'clerk-backend-1',
}

/** The operations for which the client of major 1 has no method. */
const NO_METHOD_IN_1: ReadonlySet<string> = new Set(
  `
  CreateActorToken CreateBlocklistIdentifier CreateBulkInvitations CreateJWTTemplate CreateOAuthApplication
  CreateOrganizationInvitationBulk CreateSessionTokenFromTemplate CreateSvixApp DeleteBlocklistIdentifier
  DeleteExternalAccount DeleteJWTTemplate DeleteOAuthApplication GetInstance GetJWKS GetJWTTemplate
  GetOAuthApplication GetSignUp InstanceGetOrganizationMemberships ListBlocklistIdentifiers ListDomains
  ListJWTTemplates ListOAuthApplications RevokeActorToken UpdateInstance UpdateJWTTemplate UpdateOAuthApplication
  UsersGetOrganizationInvitations createSession verifyOAuthAccessToken
`
    .trim()
    .split(/\s+/),
)

describe.each(allClients)('every operation of the description with %s', (name, clientOf) => {
  const types = packages[name] ?? '@clerk/backend'

  const isKnown = (id: string): boolean => types !== 'clerk-backend-1' || !NO_METHOD_IN_1.has(id)

  it.for(Object.entries(OPERATIONS).filter(([id]) => isKnown(id)))('%s: %s', async ([id, description]) => {
    const client = { clerk: clientOf(auth), isCurrent: types === '@clerk/backend' }
    await steps[id as OperationId](client) // one of OPERATIONS
    const request = auth.requests.findLast(({ operation }) => operation === id)
    expect(request?.status).toBeLessThan(300)
    const [method, path = ''] = description.split(' ')
    expect(request?.method).toBe(method)
    expect(`/v1${request?.path.replace(/^\/v1/, '')}`).toMatch(new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
    if (EMPTY.includes(id)) return
    const answer = JSON.parse(String(request?.response.body)) as unknown // the instance answers with JSON
    expect(clerkTypeProblems(types, answer)).toEqual([])
  })
})

describe('an operation of the client that the instance does not implement', () => {
  const id = 'x_1'
  const calls: Readonly<Record<string, (clerk: ClerkClient) => Promise<unknown>>> = {
    'GET /v1/email/x_1': (clerk) => clerk.emails.get(id),
  }

  it.for(Object.entries(calls))('%s answers 501 and names it', async ([operation, call]) => {
    const message = expect.stringContaining(`does not implement ${operation};`) as unknown // an asymmetric matcher
    await expect(call(clerkOf(auth))).rejects.toMatchObject({ status: 501, errors: [{ message }] })
  })
})
