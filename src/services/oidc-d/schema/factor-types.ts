/** The types of factors that users can enroll here. */
export const FACTOR_TYPES = ['question', 'token:software:totp', 'sms', 'call', 'email', 'push'] as const

/** The type of a factor. */
export type FactorType = (typeof FACTOR_TYPES)[number]
