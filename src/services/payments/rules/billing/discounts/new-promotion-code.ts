import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../../records.ts'
import type { PromotionCode } from '#payments/schema/billing/catalog.ts'
import { requireFreeCode } from './find-coupon.ts'

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The members of a new promotion code. */
export type PromotionCodeInput = Partial<
  Omit<PromotionCode, 'account' | 'seq' | 'created' | 'codeKey' | 'timesRedeemed'>
> &
  Pick<PromotionCode, 'coupon'>

/**
 * Adds a promotion code; without a code one is made.
 *
 * @throws 400 when another active one has the code.
 */
export function addPromotionCode(context: PaymentsContext, account: string, input: PromotionCodeInput): PromotionCode {
  const { rows, ids } = context
  const code = input.code ?? ids.from(LETTERS, 8)
  const head = newRecord(context, account, 'promo_', { id: input.id })
  requireFreeCode(rows, { account, code, customer: input.customer ?? null }, head.created)
  const promotionCode = rows.promotionCodes.insert({
    active: true,
    customer: null,
    expiresAt: null,
    maxRedemptions: null,
    metadata: {},
    firstTimeTransaction: false,
    minimumAmount: null,
    minimumAmountCurrency: null,
    restrictionCurrencies: {},
    ...input,
    code,
    codeKey: code.toLowerCase(),
    timesRedeemed: 0,
    ...head,
  })
  context.emit({ type: 'promotion_code.created', kind: 'promotion_code', row: promotionCode })
  return promotionCode
}
