/** The time zone of people whose seed names none, and of bots. */
export const DEFAULT_TIME_ZONE = 'America/Los_Angeles'

/** Returns whether a name is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  // The default is not looked up: the first look-up in a process takes 4 ms and loads 8 MB of names.
  if (name === DEFAULT_TIME_ZONE) return true
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The days of a week, in the order of `getUTCDay`. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** The first letters of the months' names. */
export const MONTHS: readonly string[] = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Returns how far a time zone is ahead of UTC at a moment. Seconds; `at`: epoch milliseconds. */
export function zoneOffset(tz: string, at: number): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60
  return sign === '-' ? -offset : offset
}

/** Returns the date and time of a time zone at a moment, in epoch seconds, as those of a `Date` in UTC. */
export function localDate(tz: string, time: number): Date {
  return new Date((time + zoneOffset(tz, time * 1000)) * 1000)
}

/** Returns the epoch seconds of a time of day in a time zone, `days` after a local date. */
export function timeOfLocal(
  tz: string,
  date: Date,
  { days, minutes }: { readonly days: number; readonly minutes: number },
): number {
  const local = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days) / 1000 + minutes * 60
  return local - zoneOffset(tz, (local - zoneOffset(tz, local * 1000)) * 1000)
}
