import { fullNameOf } from '#auth-saas/rules/users/identifiers.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { imageUrl } from '#auth-saas/rules/images.ts'
import { ownUserJson } from './user.ts'
import type { Metadata, User } from '#auth-saas/schema/people.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'
import { hasSecondFactor } from '#auth-saas/rules/users/second-factors.ts'

/** The deepest nesting of a template's claims. */
const DEEPEST = 32

/**
 * Returns claims with their shortcodes replaced: `{{user.id}}`, `{{org.slug}}`, `{{user.public_metadata.plan ||
 * 'free'}}`. A text that is one shortcode becomes its value, of whatever type; a shortcode without a value becomes
 * null, or nothing inside of a text. https://clerk.com/docs/guides/sessions/jwt-templates#shortcodes
 */
export function fillTemplate(context: AuthContext, claims: Metadata, session: Session): Metadata {
  if (Object.keys(claims).length === 0) return claims
  const values = valuesOf(context, session)
  const fill = (value: unknown, depth: number): unknown => {
    if (depth > DEEPEST) return null
    if (typeof value === 'string') return fillText(value, values)
    if (Array.isArray(value)) return value.map((each: unknown) => fill(each, depth + 1))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, depth + 1)]))
  }
  return fill(claims, 0) as Metadata // an object is filled with an object
}

const SHORTCODE = /\{\{([^{}]{1,200})\}\}/g

function fillText(text: string, values: object): unknown {
  const whole = /^\{\{([^{}]{1,200})\}\}$/.exec(text)
  if (whole !== null) return evaluate(whole[1] ?? '', values)
  return text.replaceAll(SHORTCODE, (_all, expression: string) => {
    const value = evaluate(expression, values)
    return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  })
}

/** Returns the first value of alternatives that is neither missing nor empty; null when none is. */
function evaluate(expression: string, values: object): unknown {
  let last: unknown = null
  for (const alternative of expression.split('||')) {
    last = operand(alternative.trim(), values)
    if (last !== null && last !== '' && last !== false) return last
  }
  return last
}

function operand(word: string, values: object): unknown {
  const quoted = /^(['"])(.*)\1$/.exec(word)
  if (quoted !== null) return quoted[2]
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(word)) return Number(word)
  if (word === 'true' || word === 'false') return word === 'true'
  let value: unknown = values
  for (const name of word.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Metadata)[name] // an object with this member
  }
  return value ?? null
}

function valuesOf(context: AuthContext, session: Session) {
  const { rows, clock } = context
  const user = rows.users.require(session.userId)
  const organization = rows.organizations.get(session.activeOrganizationId)
  const membership = organization && rows.memberships.find('member', organization.id, user.id)
  const permissions = membership && (rows.roles.find('key', membership.role)?.permissions ?? [])
  return {
    user: userValues(context, user),
    org: organization && {
      id: organization.id,
      name: organization.name,
      slug: organization.slug,
      image_url: imageUrl(context, organization.id),
      has_image: organization.hasImage,
      public_metadata: organization.publicMetadata,
      role: membership?.role ?? null,
      permissions: permissions ?? [],
    },
    org_membership: membership && {
      role: membership.role,
      permissions,
      public_metadata: membership.publicMetadata,
    },
    session: { id: session.id, actor: session.actor },
    date: { now: Math.floor(clock.now() / 1000), now_iso: new Date(clock.now()).toISOString() },
  }
}

function userValues(context: AuthContext, user: User) {
  const { rows } = context
  const fullName = fullNameOf(user)
  const address = rows.emailAddresses.get(user.primaryEmailAddressId)
  const number = rows.phoneNumbers.get(user.primaryPhoneNumberId)
  return {
    ...ownUserJson(context, user),
    full_name: fullName === '' ? null : fullName,
    primary_email_address: address?.emailAddress ?? null,
    primary_phone_number: number?.phoneNumber ?? null,
    primary_web3_wallet: rows.web3Wallets.get(user.primaryWeb3WalletId)?.web3Wallet ?? null,
    email_verified: address?.verification?.status === 'verified',
    phone_number_verified: number?.verification?.status === 'verified',
    two_factor_enabled: hasSecondFactor(context, user),
    created_at: Math.floor(user.createdAt / 1000),
    updated_at: Math.floor(user.updatedAt / 1000),
    organizations: Object.fromEntries(
      rows.memberships.list('ofUser', user.id).map(({ organizationId, role }) => [organizationId, role]),
    ),
  }
}
