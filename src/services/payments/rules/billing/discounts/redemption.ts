/** The part of a coupon or a promotion code that limits its use. */
interface Limited {
  readonly maxRedemptions: number | null
  readonly timesRedeemed: number
}

/** Returns whether a coupon can still be applied: it has redemptions left, and its time is not over. */
export function isRedeemable(coupon: Limited & { readonly redeemBy: number | null }, now: number): boolean {
  return hasRedemptionsLeft(coupon) && (coupon.redeemBy === null || now <= coupon.redeemBy)
}

/**
 * Returns whether a promotion code can still be used: the account has not deactivated it, and code and coupon have
 * redemptions and time left.
 */
export function isUsable(
  code: Limited & { readonly active: boolean; readonly expiresAt: number | null },
  coupon: (Limited & { readonly redeemBy: number | null }) | undefined,
  now: number,
): boolean {
  const ended = code.expiresAt !== null && now >= code.expiresAt
  return code.active && !ended && hasRedemptionsLeft(code) && coupon !== undefined && isRedeemable(coupon, now)
}

function hasRedemptionsLeft({ maxRedemptions, timesRedeemed }: Limited): boolean {
  return maxRedemptions === null || timesRedeemed < maxRedemptions
}
