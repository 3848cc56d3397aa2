// The vendor counts in epoch seconds; the core in milliseconds.

/** An hour in seconds. */
export const HOUR_SECONDS = 3600

/** A day in seconds. */
export const DAY_SECONDS: number = 24 * HOUR_SECONDS
