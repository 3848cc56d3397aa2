/** The days until an invitation expires. */
export const INVITATION_DAYS = 30

/** The milliseconds of a day. */
export const DAY = 86_400_000
