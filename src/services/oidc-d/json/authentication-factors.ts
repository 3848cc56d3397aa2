import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { resultOf } from '#oidc-d/rules/factors/challenges.ts'
import type { FactorKind } from '#oidc-d/rules/factors/types.ts'
import type { Enrollment, SignOn } from '#oidc-d/rules/policies/evaluation.ts'
import type { Factor, FactorChallenge, JsonObject, OneTimeToken, User } from '#oidc-d/schema.ts'
import { personJson } from './authentication.ts'
import { embedded } from './factor.ts'
import { POST } from './links.ts'

// The states of a sign-in with a second factor.
// https://developer.okta.com/docs/reference/api/authn/#authentication-transaction-object

type Origin = Pick<Site, 'origin'>

function transaction(site: Origin, user: User, token: OneTimeToken) {
  return {
    stateToken: token.id,
    expiresAt: date(token.expiresAt),
    status: token.status,
    user: personJson(user),
    cancel: link(site, '/cancel'),
  }
}

function link({ origin }: Origin, path: string) {
  return { href: `${origin}/api/v1/authn${path}`, ...POST }
}

/** The state MFA_REQUIRED: the person chooses one of their factors. */
export function factorRequiredJson(
  site: Origin,
  user: User,
  token: OneTimeToken,
  { factors, signOn }: { readonly factors: readonly Factor[]; readonly signOn: SignOn },
) {
  const { user: person, cancel, ...members } = transaction(site, user, token)
  return {
    ...members,
    _embedded: {
      user: person,
      factors: factors.map((each) => shownFactor(site, each)),
      policy: deviceJson(signOn, factors),
    },
    _links: { cancel },
  }
}

/** Returns the part of the policy about remembering a device, and about asking devices without being told. */
function deviceJson({ factorLifetime, rememberDeviceByDefault }: SignOn, factors: readonly Factor[]) {
  const devices = factors.filter(({ factorType }) => factorType === 'push')
  return {
    allowRememberDevice: factorLifetime > 0,
    rememberDeviceLifetimeInMinutes: factorLifetime,
    rememberDeviceByDefault,
    factorsPolicyInfo: Object.fromEntries(devices.map(({ id }) => [id, { autoPushEnabled: false }])),
  }
}

/** The state MFA_CHALLENGE: a code was sent, or the person's device asks. */
export function factorChallengeJson(
  site: Origin & Parameters<typeof resultOf>[0],
  user: User,
  token: OneTimeToken,
  { factor, challenge, signOn }: { factor: Factor; challenge: FactorChallenge | undefined; signOn: SignOn },
) {
  const { user: person, cancel, ...members } = transaction(site, user, token)
  const { factorType } = factor
  const verify = link(site, `/factors/${factor.id}/verify`)
  const isPush = factorType === 'push'
  return {
    ...members,
    ...(isPush && challenge !== undefined ? { factorResult: resultOf(site, challenge) } : {}),
    ...(isPush ? {} : { factorResult: 'CHALLENGE', challengeType: 'FACTOR' }),
    _embedded: { user: person, factor: shownFactor(site, factor), policy: deviceJson(signOn, [factor]) },
    _links: {
      next: { name: isPush ? 'poll' : 'verify', ...verify },
      cancel,
      prev: link(site, '/previous'),
      ...(factor.factorType === 'question' || factorType === 'token:software:totp'
        ? {}
        : { resend: [{ name: factorType, ...link(site, `/factors/${factor.id}/verify/resend`) }] }),
    },
  }
}

/** The state MFA_ENROLL: the person chooses a factor to enroll, and may skip it unless the policy requires one. */
export function factorEnrollmentJson(
  site: Origin,
  user: User,
  token: OneTimeToken,
  {
    kinds,
    maySkip,
  }: { readonly kinds: readonly (FactorKind & { enrollment: Enrollment })[]; readonly maySkip: boolean },
) {
  const { user: person, cancel, ...members } = transaction(site, user, token)
  return {
    ...members,
    _embedded: {
      user: person,
      factors: kinds.map(({ factorType, provider, enrollment }) => ({
        factorType,
        provider,
        vendorName: provider,
        _links: {
          ...(factorType === 'question'
            ? {
                questions: {
                  href: `${site.origin}/api/v1/users/${user.id}/factors/questions`,
                  hints: { allow: ['GET'] },
                },
              }
            : {}),
          enroll: link(site, '/factors'),
        },
        status: 'NOT_SETUP',
        enrollment,
      })),
    },
    _links: { ...(maySkip ? { skip: link(site, '/skip') } : {}), cancel },
  }
}

/** The state MFA_ENROLL_ACTIVATE: the person proves the factor that they enroll. */
export function factorActivationJson(
  site: Origin & Parameters<typeof resultOf>[0],
  user: User,
  token: OneTimeToken,
  { factor, challenge }: { readonly factor: Factor; readonly challenge: FactorChallenge | undefined },
) {
  const { user: person, cancel, ...members } = transaction(site, user, token)
  const { factorType, id } = factor
  const isPush = factorType === 'push'
  // A device that has not answered in time, or has rejected the enrollment, is asked again by `activate`.
  const isPolled = isPush && (challenge === undefined || resultOf(site, challenge) === 'WAITING')
  const step = isPolled ? `/factors/${id}/lifecycle/activate/poll` : `/factors/${id}/lifecycle/activate`
  return {
    ...members,
    ...(isPush && challenge !== undefined ? { factorResult: resultOf(site, challenge) } : {}),
    _embedded: {
      user: person,
      factor: { ...baseOf(factor), ...embedded(factor, challenge) },
    },
    _links: {
      next: { name: isPolled ? 'poll' : 'activate', ...link(site, step) },
      cancel,
      prev: link(site, '/previous'),
      ...(factorType === 'token:software:totp' || isPush
        ? {}
        : { resend: [{ name: factorType, ...link(site, `/factors/${id}/lifecycle/resend`) }] }),
    },
  }
}

function baseOf({ id, factorType, provider, profile }: Factor) {
  return {
    id,
    factorType,
    provider,
    vendorName: provider,
    ...(profile === null ? {} : { profile: maskedProfile(profile) }),
  }
}

function shownFactor(site: Origin, factor: Factor) {
  return { ...baseOf(factor), _links: { verify: link(site, `/factors/${factor.id}/verify`) } }
}

/** Returns a profile in which a phone number or an address cannot be read by who knows only the password. */
export function maskedProfile(profile: JsonObject): JsonObject {
  const { phoneNumber, email } = profile
  if (typeof phoneNumber === 'string') return { ...profile, phoneNumber: maskedNumber(phoneNumber) }
  if (typeof email !== 'string') return profile
  const [name = '', domain = ''] = email.split('@')
  return { ...profile, email: `${name.slice(0, 1)}...${name.slice(-1)}@${domain}` }
}

function maskedNumber(number: string): string {
  const last = number.slice(-4)
  if (/^\+1\d{10}$/.test(number)) return `+1 XXX-XXX-${last}`
  return `${number.slice(0, 3)} ${'X'.repeat(Math.max(0, number.length - 7))}${last}`
}
