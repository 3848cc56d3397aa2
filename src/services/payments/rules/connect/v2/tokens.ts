import { merged } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure } from '#payments/errors.ts'
import type { DetailToken } from '#payments/schema/connect-records.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { now } from '../../new-id.ts'
import { newRecord } from '../../records.ts'

/** The time in which a token may be used, in seconds. */
const LIFETIME = 600

const KINDS = {
  account: { prefix: 'accttok_', name: 'Account token' },
  person: { prefix: 'perstok_', name: 'Person token' },
} as const

/**
 * Adds a token of details, which one request may use within ten minutes. `account` is the platform, or the connected
 * account of a person. https://docs.stripe.com/connect/account-tokens
 */
export function addDetailToken(
  context: PaymentsContext,
  account: string,
  kind: DetailToken['kind'],
  details: Wire,
): DetailToken {
  const head = newRecord(context, account, KINDS[kind].prefix, { length: 44 })
  return context.rows.detailTokens.insert({
    kind,
    details,
    expiresAt: head.created + LIFETIME,
    used: false,
    ...head,
  })
}

/** @throws 404 for a token that the account does not have. */
export function findDetailToken(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: string,
  kind: DetailToken['kind'],
  id: string,
): DetailToken {
  const token = rows.detailTokens.get(id)
  if (token?.account === account && token.kind === kind) return token
  throw failure(404, `${KINDS[kind].name} ${id} not found.`, { code: 'not_found' })
}

/**
 * Uses up the token that a request names, and returns what the token tells with the request's own parameters over it.
 *
 * @throws 404 for a token that does not exist, and 400 for one that was used or has expired.
 */
export function withDetails<I extends Wire>(
  context: PaymentsContext,
  account: string,
  kind: DetailToken['kind'],
  id: string | undefined,
  input: I,
): I {
  if (id === undefined) return input
  const token = findDetailToken(context, account, kind, id)
  if (token.used) {
    throw failure(400, `You cannot use a Stripe token more than once: ${id}.`, { code: 'token_already_used' })
  }
  if (token.expiresAt <= now(context)) throw failure(400, `The token ${id} has expired.`, { code: 'token_expired' })
  context.rows.detailTokens.update(id, { used: true })
  return merged(token.details, input) as I // a token keeps parameters of the request that it is made for
}
