import { DAY, milliseconds } from '#core/duration.ts'

/** The longest delay and the longest timeout. https://resend.com/docs/dashboard/automations/delay */
const LONGEST = 30 * DAY

/** Returns the milliseconds of a delay or a timeout, such as `3 days`; null for text that is none. */
export function durationOf(text: string): number | null {
  try {
    const span = milliseconds(text)
    return span > 0 && span <= LONGEST ? span : null
  } catch {
    return null
  }
}
