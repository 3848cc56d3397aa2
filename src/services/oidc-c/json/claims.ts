import type { Urls } from '#core/vendor-hosts.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import type { StandardClaims } from '#oauth/profile-parts.ts'
import { CONSUMERS, digestOf } from '#oidc-c/schema/identifiers.ts'
import type { OAuthClient, User } from '#oidc-c/schema.ts'
import type { Target } from '#oidc-c/rules/scopes.ts'

/** The account and the client of a token, from which the claims of both kinds of tokens are made. */
export interface Subject {
  readonly user: User
  /** The object ids of the groups that the user is in. */
  readonly groups: readonly string[]
  /** The address at which an application reads the groups that are too many for a token. */
  readonly groupsUrl: string
  readonly clientId: string
  /** Undefined when no clients are registered. */
  readonly client: OAuthClient | undefined
  /** The vendor's id of this one token: 22 characters. */
  readonly tokenId: string
  readonly issuer: string
  readonly version: 1 | 2
  /** The time at which the person signed in, in epoch milliseconds; null for an application that acts for itself. */
  readonly authTime: number | null
}

/**
 * Returns the `sub` of a person, which is different for each client.
 * https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference#payload-claims
 */
function subjectOf({ id, tenantId }: User, clientId: string): string {
  return digestOf(`sub ${tenantId} ${id} ${clientId}`)
}

/** The claims of an ID token. https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
export function idTokenClaimsJson(
  subject: Subject,
  scopes: readonly string[],
  standard: StandardClaims,
  more: Claims,
): Claims {
  const { user, clientId, tokenId, issuer, version } = subject
  const { iat, exp, nonce, at_hash, c_hash } = standard
  const profile = scopes.includes('profile')
  return {
    aud: clientId,
    iss: issuer,
    iat,
    nbf: iat,
    exp,
    ...optionalClaims(subject, profile),
    ...more,
    at_hash,
    c_hash,
    ...(scopes.includes('email') && user.mail !== null ? { email: user.mail } : {}),
    ...groupsOf(subject),
    ...(version === 1 ? nameParts(user) : {}),
    ...(profile ? { name: user.displayName } : {}),
    nonce,
    ...(profile ? { oid: user.id } : {}),
    ...(profile && version === 2 ? { preferred_username: user.userPrincipalName } : {}),
    rh: routingHint(subject),
    ...rolesOf(user),
    sub: subjectOf(user, clientId),
    tid: user.tenantId,
    ...(version === 1 ? { unique_name: user.userPrincipalName, upn: user.userPrincipalName } : {}),
    uti: tokenId,
    ver: `${version}.0`,
  }
}

/** The beginning and end of a token's validity, in seconds. */
export interface Validity {
  readonly iat: number
  readonly exp: number
}

/**
 * The claims of an access token for a person.
 * https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference
 */
export function accessTokenClaimsJson(
  subject: Subject,
  { resource, permissions }: Target,
  { iat, exp }: Validity,
  audience: string,
): Claims {
  const { user, clientId, client, tokenId, issuer, version } = subject
  const secured = client === undefined || client.public ? '0' : client.secret === null ? '2' : '1'
  const name = client?.name ?? clientId
  return {
    aud: audience,
    iss: issuer,
    iat,
    nbf: iat,
    exp,
    ...(version === 1
      ? { acct: 0, acr: '1', amr: ['pwd'], app_displayname: name, appid: clientId, appidacr: secured }
      : {}),
    ...(version === 2 ? { azp: clientId, azpacr: secured } : {}),
    ...optionalClaims(subject, true),
    ...(version === 1 ? nameParts(user) : {}),
    ...groupsOf(subject),
    ...(version === 1 ? { idtyp: 'user' } : {}),
    name: user.displayName,
    oid: user.id,
    ...(version === 2 ? { preferred_username: user.userPrincipalName } : {}),
    rh: routingHint(subject),
    ...(resource.appId === clientId || version === 2 ? rolesOf(user) : {}),
    scp: permissions.join(' '),
    sub: subjectOf(user, clientId),
    tid: user.tenantId,
    ...(version === 1 ? { unique_name: user.userPrincipalName, upn: user.userPrincipalName } : {}),
    uti: tokenId,
    ver: `${version}.0`,
  }
}

/** An application that acts for itself. */
export interface Application {
  readonly clientId: string
  /** The value of `azpacr`, the application's authentication: 1 with a secret, 2 with a key. */
  readonly secured: '1' | '2'
  /** The object id of its service principal in the tenant. */
  readonly objectId: string
  readonly tenantId: string
  readonly roles: readonly string[]
  readonly tokenId: string
  readonly issuer: string
  readonly version: 1 | 2
}

/** The claims of an access token for an application. */
export function applicationClaimsJson(application: Application, { iat, exp }: Validity, audience: string): Claims {
  const { clientId, secured, objectId, tenantId, roles, tokenId, issuer, version } = application
  return {
    aud: audience,
    iss: issuer,
    iat,
    nbf: iat,
    exp,
    ...(version === 1 ? { appid: clientId, appidacr: secured, idp: issuer, idtyp: 'app' } : {}),
    ...(version === 2 ? { azp: clientId, azpacr: secured } : {}),
    oid: objectId,
    rh: hint(tenantId, clientId),
    ...(roles.length === 0 ? {} : { roles }),
    sub: objectId,
    tid: tenantId,
    uti: tokenId,
    ver: `${version}.0`,
  }
}

/** The claims of the userinfo endpoint. https://learn.microsoft.com/entra/identity-platform/userinfo */
export function userinfoJson(user: User, clientId: string, scopes: readonly string[], urls: Urls): Claims {
  const { givenName, surname } = user.details
  const profile = scopes.includes('profile')
  return {
    sub: subjectOf(user, clientId),
    ...(profile ? { name: user.displayName } : {}),
    ...(profile && surname !== undefined ? { family_name: surname } : {}),
    ...(profile && givenName !== undefined ? { given_name: givenName } : {}),
    ...(profile ? { picture: urls.of('/v1.0/me/photo/$value') } : {}),
    ...(scopes.includes('email') && user.mail !== null ? { email: user.mail } : {}),
  }
}

/**
 * Returns the optional claims of an application's registration.
 * https://learn.microsoft.com/entra/identity-platform/optional-claims-reference
 */
function optionalClaims({ user, client, clientId, authTime }: Subject, profile: boolean): Claims {
  const names = client?.optionalClaims ?? []
  const { givenName, surname, country } = user.details
  const claims: Claims = {
    acct: user.tenantId === CONSUMERS ? undefined : 0,
    auth_time: authTime === null ? undefined : Math.floor(authTime / 1000),
    ctry: country,
    email: user.mail ?? undefined,
    family_name: profile ? surname : undefined,
    given_name: profile ? givenName : undefined,
    login_hint: digestOf(`hint ${user.id}`),
    sid: digestOf(`sid ${user.id} ${clientId} ${authTime ?? 0}`).slice(0, 32),
    upn: profile ? user.userPrincipalName : undefined,
    verified_primary_email: user.mail === null ? undefined : [user.mail],
    xms_edov: user.mail === null ? undefined : true,
  }
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name)))
}

function nameParts({ details: { surname, givenName } }: User): Claims {
  return { family_name: surname, given_name: givenName }
}

/**
 * The most groups that a JWT has.
 * https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference#groups-overage-claim
 */
const MOST_GROUPS = 200

function groupsOf({ groups, groupsUrl: endpoint }: Subject): Claims {
  if (groups.length <= MOST_GROUPS) return groups.length === 0 ? {} : { groups }
  return { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint } } }
}

function rolesOf({ roles }: User): Claims {
  return roles.length === 0 ? {} : { roles }
}

function routingHint({ user, clientId }: Subject): string {
  return hint(user.tenantId, clientId)
}

/** Returns the `rh` claim, which is opaque to clients. */
function hint(tenantId: string, clientId: string): string {
  return `1.A${digestOf(`rh ${tenantId} ${clientId}`).slice(0, 40)}.`
}
