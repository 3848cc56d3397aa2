import type { AuthContext, RequestContext } from '#auth-saas/call.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import type { EnterpriseConnection, EnterprisePerson, EnterpriseRequest } from '#auth-saas/schema/enterprise.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { addMembership } from '../organizations/memberships.ts'
import { settingsOf } from '../settings.ts'
import { begun, succeeded } from '../attempts/verifications.ts'
import { connectionFor, strategyOf } from './connections.ts'

// Sign-ins and sign-ups at the identity provider of a company.
// https://clerk.com/docs/guides/configure/auth-strategies/enterprise-connections/overview

/** The vendor's name of the strategy. */
export const ENTERPRISE_SSO = 'enterprise_sso'

/** Begins to ask the provider of a connection who the person of an attempt is. */
export function beginEnterprise(
  context: AuthContext,
  kind: EnterpriseRequest['kind'],
  attemptId: string,
  connection: EnterpriseConnection,
): ReturnType<typeof begun> {
  const { rows, ids } = context
  const before = rows.enterpriseRequests.find('attemptId', attemptId)
  if (before !== undefined) rows.enterpriseRequests.delete(before.id)
  rows.enterpriseRequests.insert({
    id: ids.secret.base62(43),
    connectionId: connection.id,
    kind,
    attemptId,
    nonce: ids.secret.base62(22),
    codeVerifier: ids.secret.base62(64),
    person: null,
  })
  return begun(context, ENTERPRISE_SSO)
}

/** A request whose provider has named the person. */
export interface Answered extends EnterpriseRequest {
  readonly person: EnterprisePerson
}

/** Returns the request of an attempt, with the person whom the provider has named; undefined for none. */
export function answeredRequest({ rows }: Pick<AuthContext, 'rows'>, attemptId: string): Answered | undefined {
  const request = rows.enterpriseRequests.find('attemptId', attemptId)
  return request === undefined || request.person === null ? undefined : { ...request, person: request.person }
}

/** Returns whether a connection is for the address of a person. */
export function isOfConnection({ rows }: Pick<AuthContext, 'rows'>, { connectionId, person }: Answered): boolean {
  return connectionFor(rows, person.emailAddress)?.id === connectionId
}

/** Returns the user whom a provider has named: by the account, else by the address; undefined for a new person. */
export function enterpriseUserId(
  { rows }: Pick<AuthContext, 'rows'>,
  { connectionId, person }: Answered,
): string | undefined {
  const account = rows.enterpriseAccounts.find('account', connectionId, person.providerUserId)
  return account?.userId ?? rows.emailAddresses.find('emailAddress', person.emailAddress)?.userId
}

/** Moves the answer of a provider to the attempt of the other kind, and returns it. */
export function moveRequest(
  { rows }: Pick<AuthContext, 'rows'>,
  { id }: EnterpriseRequest,
  kind: EnterpriseRequest['kind'],
  attemptId: string,
): void {
  const later = rows.enterpriseRequests.find('attemptId', attemptId)
  if (later !== undefined && later.id !== id) rows.enterpriseRequests.delete(later.id)
  rows.enterpriseRequests.update(id, { kind, attemptId })
}

/** Returns the fields of an attempt to sign up as the person whom a provider has named. */
export function signUpFieldsOf(context: AuthContext, { person, connectionId }: Answered): Partial<SignUp> {
  const strategy = strategyOf(context.rows.enterpriseConnections.require(connectionId))
  return {
    emailAddress: person.emailAddress,
    emailVerification: succeeded(context, strategy === 'saml' ? strategy : `from_${strategy}`),
    firstName: person.firstName,
    lastName: person.lastName,
    externalProvider: ENTERPRISE_SSO,
    externalVerification: succeeded(context, ENTERPRISE_SSO),
  }
}

/** Returns the fields of an attempt to sign in as a user whom a provider has named. */
export function signInFieldsOf({ person }: Answered, userId: string): Partial<SignIn> {
  return { userId, identifier: person.emailAddress, status: 'needs_first_factor' }
}

/**
 * Gives a user the account at the provider, keeps the names as the provider has them, and makes the user a member of
 * the organization of the connection.
 */
export function linkEnterpriseAccount(context: RequestContext, userId: string, answered: Answered): void {
  const { rows, clock } = context
  const connection = rows.enterpriseConnections.require(answered.connectionId)
  const { providerUserId, emailAddress, firstName, lastName } = answered.person
  const account = rows.enterpriseAccounts.find('account', connection.id, providerUserId)
  const fields = {
    emailAddress,
    firstName,
    lastName,
    verification: succeeded(context, strategyOf(connection)),
    lastAuthenticatedAt: clock.now(),
  }
  if (account === undefined) {
    const members = { userId, connectionId: connection.id, providerUserId, ...fields }
    rows.enterpriseAccounts.insert({ ...commonFields(context, 'entacc'), ...members })
  } else rows.enterpriseAccounts.update(account.id, { ...fields, ...updatedNow(context) })
  if (connection.syncUserAttributes) {
    const user = rows.users.require(userId)
    rows.users.update(userId, { firstName: firstName ?? user.firstName, lastName: lastName ?? user.lastName })
  }
  join(context, connection, userId)
}

function join(context: RequestContext, { organizationId }: EnterpriseConnection, userId: string): void {
  const { rows } = context
  const organization = rows.organizations.get(organizationId)
  if (organization === undefined || rows.memberships.find('member', organization.id, userId) !== undefined) return
  addMembership(context, { organization, userId, role: settingsOf(rows).domainsDefaultRole })
}
