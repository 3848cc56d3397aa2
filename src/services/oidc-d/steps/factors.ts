import type { OidcCall } from '#oidc-d/call.ts'
import { notFound } from '#oidc-d/errors.ts'
import { challengeOf } from '#oidc-d/rules/factors/challenges.ts'
import { found } from '#oidc-d/rules/records.ts'
import type { Factor, FactorChallenge, User } from '#oidc-d/schema.ts'

type OfUser = OidcCall & { readonly user: User }

/**
 * A step that loads the factor of the path, which belongs to the user.
 *
 * @throws 404.
 */
export function loadFactor({ rows, user, params }: OfUser & { params: { readonly factorId: string } }): {
  readonly factor: Factor
} {
  const row = rows.factors.get(params.factorId)
  return { factor: found('UserFactor', params.factorId, row?.userId === user.id ? row : undefined) }
}

/**
 * A step that loads the transaction of the path: the question to the device of the factor.
 *
 * @throws 404.
 */
export function loadTransaction(
  call: OidcCall & { readonly factor: Factor; readonly params: { readonly transactionId: string } },
): { readonly transaction: FactorChallenge } {
  const { transactionId } = call.params
  const asked = challengeOf(call, call.factor)
  if (asked === undefined || asked.id !== transactionId) throw notFound('FactorTransaction', transactionId)
  return { transaction: asked }
}
