import { clerkFailure } from '#auth-saas/errors.ts'

/** The claims that the vendor makes itself: a template must not have them. */
const RESERVED = ['azp', 'exp', 'iat', 'iss', 'jti', 'nbf', 'sid', 'sub']

/** @throws 400 for claims that a template must not have. */
export function requireFreeClaims(claims: Readonly<Record<string, unknown>>): void {
  const reserved = Object.keys(claims).find((name) => RESERVED.includes(name))
  if (reserved === undefined) return
  const sentence = `You can't use the reserved claim: '${reserved}'`
  throw clerkFailure(400, 'jwt_template_reserved_claim', 'reserved claim used', sentence, { param_name: 'claims' })
}

/** The claims of machine tokens that the vendor makes itself. */
const RESERVED_FOR_MACHINES = ['aud', 'exp', 'iat', 'iss', 'jti', 'nbf', 'scopes', 'sub']

/** @throws 400 for claims that a machine token must not have. */
export function requireFreeMachineClaims(claims: Readonly<Record<string, unknown>>): void {
  const reserved = Object.keys(claims).find((name) => RESERVED_FOR_MACHINES.includes(name))
  if (reserved === undefined) return
  const sentence = `You can't use the reserved claim: '${reserved}'`
  throw clerkFailure(400, 'machine_token_reserved_claim', 'reserved claim used', sentence, { param_name: 'claims' })
}
