import { HOUR, MINUTE } from '#core/duration.ts'
import { CommandError } from '#docdb/errors/command-error.ts'

/** Returns the offset of a time zone from UTC at a moment, in milliseconds. */
export type OffsetAt = (time: number) => number

/** The offsets of UTC. */
export const UTC: OffsetAt = () => 0

/** Returns whether the offsets are those of UTC by name. */
export function isUtc(zone: OffsetAt): boolean {
  return zone === UTC
}

/**
 * Returns the offsets of a time zone: an Olson identifier (`Europe/Paris`), or an offset (`+05:30`, `-0800`, `+03`).
 *
 * @throws CommandError for a time zone that does not exist.
 */
export function timeZone(name: string): OffsetAt {
  const fixed = /^([+-])(\d{2}):?(\d{2})?$/.exec(name)
  if (fixed !== null) {
    const span = Number(fixed[2]) * HOUR + Number(fixed[3] ?? 0) * MINUTE
    return () => (fixed[1] === '-' ? -span : span)
  }
  if (/^(?:UTC|GMT|Etc\/UTC)$/.test(name)) return UTC
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    })
  } catch {
    throw unknownZone(name)
  }
  const { timeZone: known } = format.resolvedOptions()
  // JavaScript takes names in any case.
  if (known !== name && known.toLowerCase() === name.toLowerCase()) throw unknownZone(name)
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
    const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year'])
    const local = utc(
      year,
      Number(parts['month']),
      Number(parts['day']),
      Number(parts['hour']),
      Number(parts['minute']),
      Number(parts['second']),
      0,
    )
    return local - Math.floor(time / 1000) * 1000
  }
}

function unknownZone(name: string): CommandError {
  return new CommandError(40485, `unrecognized time zone identifier: "${name}"`)
}

/** Returns the time of these parts in UTC. Parts beyond their range carry over. */
export function utc(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  millisecond: number,
): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, millisecond)
  return date.getTime()
}

/** Returns the moment at which the clocks of a time zone show this time. */
export function fromLocal(local: number, offsetAt: OffsetAt): number {
  const first = local - offsetAt(local)
  // Near a change of the clocks, the offset at the result decides.
  return local - offsetAt(first)
}
