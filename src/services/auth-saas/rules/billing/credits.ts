import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import type { CreditEntry } from '#auth-saas/schema/billing.ts'
import { commonFields } from '../common-fields.ts'

// The credits of payers, which pay for checkouts first.
// https://clerk.com/docs/reference/backend-api/tag/billing/GET/users/{user_id}/billing/credits

type Rows = Pick<AuthContext, 'rows'>

/** A change of a balance, in cents. */
export interface CreditInput {
  readonly amount: number
  readonly action: 'increase' | 'decrease'
  readonly idempotencyKey: string
  readonly note: string | null
}

/** Returns the balance of a payer, in cents; null for one that never had credits. */
export function creditBalance({ rows }: Rows, payerId: string): number | null {
  return rows.creditBalances.get(payerId)?.amount ?? null
}

/**
 * Changes the balance of a payer. A key that was used before returns its entry.
 *
 * @throws 422 `insufficient_credit_balance` for more than there is.
 */
export function adjustCredit(context: AuthContext, payerId: string, input: CreditInput): CreditEntry {
  const before = context.rows.creditEntries.find('key', `${payerId} ${input.idempotencyKey}`)
  if (before !== undefined) return before
  const amount = input.action === 'increase' ? input.amount : -input.amount
  if ((creditBalance(context, payerId) ?? 0) + amount < 0) {
    const sentence = 'The credit balance is insufficient for this adjustment.'
    throw clerkFailure(422, 'insufficient_credit_balance', 'insufficient credit balance', sentence)
  }
  return addEntry(context, payerId, amount, {
    idempotencyKey: input.idempotencyKey,
    note: input.note,
    source: 'manual',
  })
}

/** Returns how much of an amount the credits of a payer pay, in cents. */
export function coveredByCredit(context: Rows, payerId: string, amount: number): number {
  return Math.min(amount, creditBalance(context, payerId) ?? 0)
}

/** Pays a part of a checkout with the credits of its payer. Returns what is left to pay, in cents. */
export function payWithCredit(context: AuthContext, payerId: string, checkoutId: string, amount: number): number {
  const covered = coveredByCredit(context, payerId, amount)
  if (covered > 0) {
    addEntry(context, payerId, -covered, { idempotencyKey: checkoutId, note: null, source: 'checkout' })
  }
  return amount - covered
}

function addEntry(
  context: AuthContext,
  payerId: string,
  amount: number,
  fields: Pick<CreditEntry, 'idempotencyKey' | 'note' | 'source'>,
): CreditEntry {
  const { rows } = context
  const balance = rows.creditBalances.get(payerId)
  if (balance === undefined) rows.creditBalances.insert({ id: payerId, amount })
  else rows.creditBalances.update(payerId, { amount: balance.amount + amount })
  return rows.creditEntries.insert({ ...commonFields(context, 'ccle'), payerId, amount, ...fields })
}
