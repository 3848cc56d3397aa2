/** The unit of a billing period. */
export type Interval = 'day' | 'week' | 'month' | 'year'

/** The length of a billing period: every `count` intervals. */
export interface Cadence {
  readonly interval: Interval
  readonly count: number
}

/** A span of time in epoch seconds. Its end is not part of it. */
export interface Period {
  readonly start: number
  readonly end: number
}
