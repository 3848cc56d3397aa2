import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../new-id.ts'
import { DAY_SECONDS } from '../seconds.ts'
import { pastDueOf } from './requirements.ts'
import type { IssuedCard, IssuingAuthorization, SpendingControls, SpendingLimit } from '#payments/schema/issuing.ts'

/** An authorization as its decision sees it: `amount` is what is to be held in all. */
export type Spending = Pick<
  IssuingAuthorization,
  'account' | 'amount' | 'authorizationMethod' | 'card' | 'cardholder' | 'merchantData' | 'verificationData'
> & { readonly id: string | null }

/**
 * Returns why the vendor declines a payment by itself; null where it would approve it.
 * https://docs.stripe.com/issuing/purchases/authorizations
 */
export function declineReason(context: PaymentsContext, spending: Spending): string | null {
  const { rows } = context
  const card = rows.issuedCards.require(spending.card)
  const cardholder = rows.cardholders.require(card.cardholder)
  if (card.status === 'canceled') return 'card_canceled'
  if (card.status === 'inactive') return 'card_inactive'
  if (isExpired(context, card)) return 'card_expired'
  if (cardholder.status === 'inactive') return 'cardholder_inactive'
  if (cardholder.status === 'blocked') return 'cardholder_blocked'
  if (pastDueOf(context, cardholder).length > 0) return 'cardholder_verification_required'
  const { cvc_check: cvc, expiry_check: expiry } = spending.verificationData
  if (cvc === 'mismatch' || expiry === 'mismatch') return 'verification_failed'
  const byCard = (): Iterable<IssuingAuthorization> =>
    rows.issuingAuthorizations.scan('card', [card.account, card.id], { descending: true })
  const byHolder = (): Iterable<IssuingAuthorization> =>
    rows.issuingAuthorizations.scan('cardholder', [card.account, cardholder.id], { descending: true })
  const isAllowed =
    isAllowedBy(context, card.spendingControls, spending, byCard) &&
    isAllowedBy(context, cardholder.spendingControls, spending, byHolder)
  return isAllowed ? null : 'spending_controls'
}

function isExpired({ clock }: PaymentsContext, { expMonth, expYear }: IssuedCard): boolean {
  return clock.now() >= Date.UTC(expYear, expMonth, 1)
}

function isAllowedBy(
  context: PaymentsContext,
  controls: SpendingControls,
  spending: Spending,
  earlier: () => Iterable<IssuingAuthorization>,
): boolean {
  const { category, country } = spending.merchantData as { readonly category: string; readonly country: string | null }
  const presence = cardPresence(spending.authorizationMethod)
  return (
    (controls.allowed_categories?.includes(category) ?? true) &&
    controls.blocked_categories?.includes(category) !== true &&
    (controls.allowed_merchant_countries?.includes(country ?? '') ?? true) &&
    controls.blocked_merchant_countries?.includes(country ?? '') !== true &&
    (controls.allowed_card_presences?.includes(presence) ?? true) &&
    controls.blocked_card_presences?.includes(presence) !== true &&
    controls.spending_limits.every((limit) => isWithin(context, limit, spending, category, earlier))
  )
}

/** Returns whether the card itself was there. */
export function cardPresence(method: IssuingAuthorization['authorizationMethod']): 'not_present' | 'present' {
  return method === 'online' || method === 'keyed_in' ? 'not_present' : 'present'
}

function isWithin(
  context: PaymentsContext,
  { amount, categories, interval }: SpendingLimit,
  spending: Spending,
  category: string,
  earlier: () => Iterable<IssuingAuthorization>,
): boolean {
  const counts = (each: string): boolean => categories === null || categories.length === 0 || categories.includes(each)
  if (!counts(category)) return true
  let spent = spending.amount
  if (interval !== 'per_authorization') {
    const since = startOf(context, interval)
    for (const each of earlier()) {
      if (each.created < since) break
      const isOther = each.id !== spending.id && each.approved && counts(each.merchantData['category'] as string)
      if (isOther) spent += heldOrTaken(context, each)
    }
  }
  return spent <= amount
}

/** Returns what an earlier authorization holds, or what was taken of it. */
function heldOrTaken({ rows }: PaymentsContext, { id, amount, status }: IssuingAuthorization): number {
  if (status === 'pending') return amount
  return rows.issuingTransactions.list('authorization', id).reduce((sum, each) => sum - each.amount, 0)
}

/** Returns the beginning of the present interval (UTC), in epoch seconds. Weeks begin on Sundays, as the vendor's. */
function startOf(context: PaymentsContext, interval: Exclude<SpendingLimit['interval'], 'per_authorization'>): number {
  const midnight = Math.floor(now(context) / DAY_SECONDS) * DAY_SECONDS
  const today = new Date(midnight * 1000)
  switch (interval) {
    case 'all_time':
      return 0
    case 'daily':
      return midnight
    case 'weekly':
      return midnight - today.getUTCDay() * DAY_SECONDS
    case 'monthly':
      return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1) / 1000
    case 'yearly':
      return Date.UTC(today.getUTCFullYear(), 0, 1) / 1000
  }
}
