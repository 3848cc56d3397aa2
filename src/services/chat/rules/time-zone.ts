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
