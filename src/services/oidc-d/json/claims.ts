import { dateInSeconds } from '#oidc-d/rules/dates.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import type { Authorization, ClientAuthorization } from '#oauth/authorization.ts'
import type { StandardClaims } from '#oauth/profile-parts.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { ORGANIZATION_ID } from '#oidc-d/rules/identifiers.ts'
import { assignmentOf } from '#oidc-d/rules/apps/assignments.ts'
import { customClaims, groupsClaimOf, type ClaimSubject } from '#oidc-d/rules/claims/custom-claims.ts'
import { amrIn } from '#oidc-d/rules/interactions/amr.ts'
import type { User } from '#oidc-d/schema.ts'

/** The user, client and scopes about which claims are made. */
export type UserClaimSubject = ClaimSubject & { readonly user: User }

/**
 * Returns the claims of an ID token. When it is issued with an access token it has few claims about the user: the
 * userinfo endpoint returns the others.
 * https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/#id-token
 */
export function idTokenClaimsJson(
  context: SignInContext,
  { scopes, client, parameters }: Authorization,
  user: User,
  jti: string,
  standard: StandardClaims,
): Claims {
  const amr = amrIn(parameters)
  const subject = { user, scopes, clientId: client.id, amr }
  const thin = standard.at_hash !== undefined
  const { name, preferred_username, ...rest } = profileClaims(context, subject)
  const { email, ...confirmed } = emailClaims(subject)
  return {
    sub: user.id,
    name,
    email,
    ...(thin ? {} : { ...rest, ...confirmed, ...addressClaims(subject), ...phoneClaims(subject) }),
    ver: 1,
    iss: standard.iss,
    aud: standard.aud,
    iat: standard.iat,
    exp: standard.exp,
    jti,
    amr,
    idp: ORGANIZATION_ID,
    nonce: standard.nonce,
    preferred_username,
    auth_time: standard.auth_time,
    at_hash: standard.at_hash,
    c_hash: standard.c_hash,
    ...groupsClaim(context, subject),
    ...customClaims(context, 'IDENTITY', subject, thin ? 'always included' : 'all'),
  }
}

/**
 * Returns the claims of an access token. Tokens of the organization's server, which only the vendor reads, have the
 * same claims. https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/#access-token
 */
export function accessTokenClaimsJson(
  context: SignInContext,
  granted: Authorization | ClientAuthorization,
  jti: string,
  lifetime: number,
): Claims {
  const { authorizationServer, issuer, clock, rows } = context
  const { client, scopes, request } = granted
  const person = 'grant' in granted ? granted : null
  const user = person === null ? null : rows.users.require(person.grant.userId)
  const { sub = user?.profile.login ?? client.id, ...custom } = customClaims(context, 'RESOURCE', {
    clientId: client.id,
    user,
    scopes,
    ...(person === null ? {} : { amr: amrIn(person.parameters) }),
  })
  const iat = dateInSeconds(clock.now())
  return {
    ver: 1,
    jti,
    iss: issuer,
    aud: authorizationServer?.audiences[0] ?? issuer,
    iat,
    exp: iat + lifetime / 1000,
    cid: client.id,
    ...(user === null ? {} : { uid: user.id }),
    scp: scopes,
    ...(person === null || person.authTime === null ? {} : { auth_time: dateInSeconds(person.authTime) }),
    sub,
    ...custom,
    ...(request['dpop_jkt'] === undefined ? {} : { cnf: { jkt: request['dpop_jkt'] } }),
  }
}

/**
 * Returns the claims of the userinfo endpoint: all that the scopes allow.
 * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/OrgAS/#tag/OrgAS/operation/userinfo
 */
export function userinfoJson(context: SignInContext, subject: UserClaimSubject): Claims {
  return {
    sub: subject.user.id,
    ...profileClaims(context, subject),
    ...emailClaims(subject),
    ...addressClaims(subject),
    ...phoneClaims(subject),
    ...groupsClaim(context, subject),
    ...customClaims(context, 'IDENTITY', subject),
  }
}

function profileClaims(context: SignInContext, { user, scopes, clientId }: UserClaimSubject): Claims {
  if (!scopes.includes('profile')) return {}
  const { profile } = user
  const app = context.rows.apps.find('clientId', clientId)
  const assignment = app === undefined ? undefined : assignmentOf(context, app.id, user.id)
  return {
    name:
      profile['displayName'] ??
      ([profile['firstName'], profile['lastName']].filter(Boolean).join(' ') || profile.login),
    ...known({ nickname: profile['nickName'], profile: profile['profileUrl'] }),
    locale: profile['locale'] ?? 'en_US',
    preferred_username: assignment?.userName ?? profile.login,
    ...known({
      given_name: profile['firstName'],
      middle_name: profile['middleName'],
      family_name: profile['lastName'],
    }),
    zoneinfo: profile['timezone'] ?? 'America/Los_Angeles',
    updated_at: dateInSeconds(user.lastUpdated),
  }
}

function emailClaims({ user, scopes }: UserClaimSubject): Claims {
  return scopes.includes('email') ? { email: user.profile.email, email_verified: true } : {}
}

function addressClaims({ user: { profile }, scopes }: UserClaimSubject): Claims {
  if (!scopes.includes('address')) return {}
  const address = known({
    street_address: profile['streetAddress'],
    locality: profile['city'],
    region: profile['state'],
    postal_code: profile['zipCode'],
    country: profile['countryCode'],
  })
  return Object.keys(address).length === 0 ? {} : { address }
}

function phoneClaims({ user: { profile }, scopes }: UserClaimSubject): Claims {
  return scopes.includes('phone') ? known({ phone_number: profile['primaryPhone'] }) : {}
}

/** Returns the groups claim, which the organization's server has by itself and custom servers when it is configured. */
function groupsClaim(context: SignInContext, subject: UserClaimSubject): Claims {
  if (context.authorizationServer !== null || !subject.scopes.includes('groups')) return {}
  return groupsClaimOf(context, subject)
}

function known(members: Readonly<Record<string, unknown>>): Claims {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null))
}
