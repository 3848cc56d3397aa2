import { createPrivateKey, sign } from 'node:crypto'
import { signJwt } from '#oauth/jwt/jwt.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { signingKey } from '#auth-saas/rules/instance-keys.ts'
import type { JwtTemplate } from '#auth-saas/schema/instance.ts'
import type { Membership, Organization } from '#auth-saas/schema/organizations.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'
import { fillTemplate } from './shortcodes.ts'
import { planOf } from '#auth-saas/rules/billing/billing.ts'
import type { Plan } from '#auth-saas/schema/billing.ts'
import { minutesSince } from '#auth-saas/rules/sessions/reverified.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'

/** The lifetime of a session token: a minute, in seconds. */
const SESSION_TOKEN_LIFETIME = 60

/** The classes of JWTs that one key signs, in the header `cat`. */
const SESSION_CATEGORY = 'cl_B7d4PD111AAA'
const TEMPLATE_CATEGORY = 'cl_B7d4PD222AAA'
const M2M_CATEGORY = 'cl_B7d4PD333AAA'

/** The options of a session token. */
export interface TokenOptions {
  /** The version of the claims: 2 has those of the organization in a compact form. */
  readonly version: 1 | 2
  /** The origin of the page that asks, for `azp`; null for a request of no page. */
  readonly origin: string | null
  /** Seconds. Default: a minute */
  readonly lifetime?: number
  /** The organization to name instead of the active one; null for none. */
  readonly organizationId?: string | null
}

/**
 * Returns a token of a session, signed with the instance's key. https://clerk.com/docs/guides/sessions/session-tokens
 */
export function sessionToken(context: AuthContext, session: Session, options: TokenOptions): string {
  const { rows, clock, origin, ids } = context
  const now = Math.floor(clock.now() / 1000)
  const membership = membershipOf(context, session, options.organizationId)
  const plans = {
    user: planOf(context, { kind: 'user', id: session.userId }),
    org: membership === null ? undefined : planOf(context, { kind: 'org', id: membership.organization.id }),
  }
  const custom = fillTemplate(context, settingsOf(rows).sessionClaims, session)
  const claims = {
    ...custom,
    ...(session.actor === null ? {} : { act: session.actor }),
    ...(options.origin === null ? {} : { azp: options.origin }),
    exp: now + (options.lifetime ?? SESSION_TOKEN_LIFETIME),
    ...(options.version === 2 ? features(membership, plans) : {}),
    fva: [minutesSince(context, session.firstFactorAt), minutesSince(context, session.secondFactorAt)],
    iat: now,
    iss: origin,
    ...(options.version === 2 ? { jti: ids.hex(20) } : {}),
    nbf: now - 10,
    ...(membership === null
      ? {}
      : options.version === 2
        ? compactClaims(membership, plans.org)
        : fullClaims(membership)),
    ...(options.version === 2 ? planClaim(membership, plans) : {}),
    sid: session.id,
    sts: session.status === 'pending' ? 'pending' : 'active',
    sub: session.userId,
    ...(options.version === 2 ? { v: 2 } : {}),
  }
  return signJwt(claims, signingKey, { cat: SESSION_CATEGORY })
}

/** The membership that a token names, with the organization and the permissions of the role. */
interface NamedMembership {
  readonly organization: Organization
  readonly membership: Membership
  readonly permissions: readonly string[]
}

/** Returns the membership in the active organization of a session; null for none, and after the user has left it. */
function membershipOf({ rows }: AuthContext, session: Session, requestedId?: string | null): NamedMembership | null {
  const organizationId = requestedId === undefined ? session.activeOrganizationId : requestedId
  const organization = rows.organizations.get(organizationId)
  if (organization === undefined) return null
  const membership = rows.memberships.find('member', organization.id, session.userId)
  if (membership === undefined) return null
  const all = rows.roles.find('key', membership.role)?.permissions ?? []
  // Tokens do not list the permissions of the vendor's own pages: they would make every token large.
  return { organization, membership, permissions: all.filter((key) => !key.startsWith('org:sys_')) }
}

function fullClaims({ organization, membership, permissions }: NamedMembership) {
  return {
    org_id: organization.id,
    org_permissions: permissions,
    org_role: membership.role,
    org_slug: organization.slug,
  }
}

/** A permission as its parts: `org:invoices:create`. */
function parts(permission: string): readonly [feature: string, action: string] {
  const [, feature = '', action = ''] = permission.split(':')
  return [feature, action]
}

/** The plans of the user and of the active organization; undefined without one. */
interface Plans {
  readonly user: Plan | undefined
  readonly org: Plan | undefined
}

/** Returns the claim `pla`; without plans, the names of the vendor's free ones. */
function planClaim(membership: NamedMembership | null, { user, org }: Plans) {
  const own = `u:${user?.slug ?? 'free_user'}`
  return { pla: membership === null ? own : `${own},o:${org?.slug ?? 'free_org'}` }
}

/** Returns the features of an organization: those of its members' permissions, and those of its plan. */
function organizationFeatures(permissions: readonly string[], plan: Plan | undefined): string[] {
  return [...new Set([...permissions.map((key) => parts(key)[0]), ...(plan?.features ?? [])])]
}

/** Returns the claim `fea`. */
function features(membership: NamedMembership | null, { user, org }: Plans) {
  const ofOrganization = membership === null ? [] : organizationFeatures(membership.permissions, org)
  const names = [...ofOrganization.map((name) => `o:${name}`), ...(user?.features ?? []).map((name) => `u:${name}`)]
  return names.length === 0 ? {} : { fea: names.join(',') }
}

/**
 * Returns the claim `o`: the role without its prefix, the names of the permissions, and for each feature of `fea` a
 * number whose bits say which of these names it has, the first name in the lowest bit.
 */
function compactClaims({ organization, membership, permissions }: NamedMembership, plan: Plan | undefined) {
  const pairs = permissions.map(parts)
  const names = organizationFeatures(permissions, plan)
  const actions = [...new Set(pairs.map(([, action]) => action))]
  const maps = names.map((name) =>
    actions.reduce(
      (bits, action, at) => bits + (pairs.some(([f, a]) => f === name && a === action) ? 2n ** BigInt(at) : 0n),
      0n,
    ),
  )
  return {
    o: {
      id: organization.id,
      ...(actions.length === 0 ? {} : { per: actions.join(','), fpm: maps.join(',') }),
      rol: membership.role.replace(/^org:/, ''),
      slg: organization.slug,
    },
  }
}

/** Returns a token of a session by a JWT template. */
export function templateToken(
  context: AuthContext,
  session: Session,
  template: JwtTemplate,
  options: Pick<TokenOptions, 'origin' | 'lifetime'>,
): string {
  const { clock, origin, ids } = context
  const now = Math.floor(clock.now() / 1000)
  const claims = {
    ...(session.actor === null ? {} : { act: session.actor }),
    ...(options.origin === null ? {} : { azp: options.origin }),
    exp: now + (options.lifetime ?? template.lifetime),
    iat: now,
    iss: origin,
    jti: ids.hex(20),
    nbf: now - template.allowedClockSkew,
    sub: session.userId,
    ...fillTemplate(context, template.claims, session),
  }
  return signedByTemplate(claims, template)
}

function signedByTemplate(
  claims: Readonly<Record<string, unknown>>,
  { signingAlgorithm, signingKey: own }: JwtTemplate,
): string {
  if (own === null) return signJwt(claims, signingKey, { cat: TEMPLATE_CATEGORY })
  if (signingAlgorithm === 'HS256') return signJwt(claims, { alg: 'HS256', secret: own }, { cat: TEMPLATE_CATEGORY })
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: signingAlgorithm, cat: TEMPLATE_CATEGORY, typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign(`sha${signingAlgorithm.slice(2)}`, Buffer.from(signed), createPrivateKey(own)).toString('base64url')}`
}

/** Returns a token of a machine in the form of a JWT. `lifetime` is in seconds. */
export function machineJwt(
  { clock, origin }: AuthContext,
  {
    id,
    machineId,
    scopes,
    claims,
  }: { id: string; machineId: string; scopes: readonly string[]; claims: object | null },
  lifetime: number,
): string {
  const now = Math.floor(clock.now() / 1000)
  return signJwt(
    {
      ...claims,
      aud: scopes,
      exp: now + lifetime,
      iat: now,
      iss: origin,
      jti: id,
      nbf: now - 10,
      scopes: scopes.join(' '),
      sub: machineId,
    },
    signingKey,
    { cat: M2M_CATEGORY },
  )
}
