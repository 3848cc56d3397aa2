import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { isChallenged } from '#oidc-d/rules/factors/challenges.ts'
import type { Enrollment } from '#oidc-d/rules/policies/evaluation.ts'
import type { FactorKind } from '#oidc-d/rules/factors/types.ts'
import type { Factor, FactorChallenge, User } from '#oidc-d/schema.ts'
import { POST } from './links.ts'

// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserFactor/

/** Returns a factor of a user. The answer to its enrollment, `isNew`, has what an application shows to activate it. */
export function factorJson(
  { origin }: Pick<Site, 'origin'>,
  factor: Factor,
  { isNew = false, challenge }: { readonly isNew?: boolean; readonly challenge?: FactorChallenge | undefined } = {},
) {
  const { id, userId, factorType, provider, status, profile } = factor
  return {
    id,
    factorType,
    provider,
    vendorName: provider,
    status,
    created: date(factor.created),
    lastUpdated: date(factor.lastUpdated),
    ...(profile === null ? {} : { profile }),
    _links: factorLinks(`${origin}/api/v1/users/${userId}`, factor),
    ...(isNew && status === 'PENDING_ACTIVATION' ? embedded(factor, challenge) : {}),
  }
}

function factorLinks(user: string, { id, factorType, status }: Factor) {
  const self = `${user}/factors/${id}`
  const isActive = status === 'ACTIVE'
  const sends = factorType === 'sms' || factorType === 'call' || factorType === 'email'
  const activation =
    factorType === 'push'
      ? { poll: { href: `${self}/lifecycle/activate/poll`, ...POST } }
      : { activate: { href: `${self}/lifecycle/activate`, ...POST } }
  return {
    ...(factorType === 'question' ? { questions: { href: `${user}/factors/questions`, ...GET } } : {}),
    ...(sends && !isActive ? { resend: [{ name: factorType, href: `${self}/resend`, ...POST }] } : {}),
    ...(isActive ? {} : activation),
    self: { href: self, hints: { allow: ['GET', 'DELETE'] } },
    ...(isActive && factorType !== 'question' ? { verify: { href: `${self}/verify`, ...POST } } : {}),
    user: { href: user, ...GET },
  }
}

const GET = { hints: { allow: ['GET'] } } as const

/** Returns the members that a person activates a factor with: the secret of an application, the state of a device. */
export function embedded({ factorType, secret }: Factor, challenge: FactorChallenge | undefined) {
  if (factorType === 'token:software:totp') {
    return { _embedded: { activation: { timeStep: 30, sharedSecret: secret, encoding: 'base32', keyLength: 6 } } }
  }
  if (factorType !== 'push' || challenge === undefined) return {}
  return { _embedded: { activation: { expiresAt: date(challenge.expiresAt), factorResult: challenge.result } } }
}

/** Returns a kind of factor that a user may enroll, in the catalog of the user's factors. */
export function supportedFactorJson(
  { origin }: Pick<Site, 'origin'>,
  { id }: User,
  { factorType, provider }: FactorKind,
  { enrollment, status }: { readonly enrollment: Enrollment; readonly status: Factor['status'] | 'NOT_SETUP' },
) {
  const factors = `${origin}/api/v1/users/${id}/factors`
  return {
    factorType,
    provider,
    vendorName: provider,
    _links: {
      ...(factorType === 'question' ? { questions: { href: `${factors}/questions`, ...GET } } : {}),
      enroll: { href: factors, ...POST },
    },
    status,
    enrollment,
  }
}

/** The answer to the verification of a factor. */
export function verificationJson(
  { origin }: Pick<Site, 'origin'>,
  factor: Factor,
  challenge: FactorChallenge | null,
  result: string,
) {
  if (result === 'SUCCESS') return { factorResult: 'SUCCESS' }
  const self = `${origin}/api/v1/users/${factor.userId}/factors/${factor.id}`
  const again = {
    verify: { href: `${self}/verify`, ...POST },
    factor: { href: self, hints: { allow: ['GET', 'DELETE'] } },
  }
  if (result !== 'WAITING' || challenge === null || !isChallenged(factor))
    return { factorResult: result, _links: again }
  const transaction = `${self}/transactions/${challenge.id}`
  return {
    factorResult: 'WAITING',
    expiresAt: date(challenge.expiresAt),
    ...(factor.profile === null ? {} : { profile: factor.profile }),
    _links: { poll: { href: transaction, ...GET }, cancel: { href: transaction, hints: { allow: ['DELETE'] } } },
  }
}
