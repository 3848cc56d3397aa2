import type { ChatContext } from '#chat/call.ts'

/** The last read timestamp of a member that has read nothing. */
export const NOTHING_READ = '0000000000.000000'

/** Returns the time of a new message in microseconds: now, and later than every message before it. */
export function nextMessageTime({ rows, clock }: Pick<ChatContext, 'rows' | 'clock'>): number {
  const at = Math.max(clock.now() * 1000, rows.lastMessageAt.get() + 1)
  rows.lastMessageAt.set(at)
  return at
}

/** Returns a time in the vendor's form: `1767225600.000100` for microseconds. */
export function timestampOf(at: number): string {
  return `${String(Math.floor(at / 1_000_000)).padStart(10, '0')}.${String(at % 1_000_000).padStart(6, '0')}`
}

/**
 * Returns the microseconds of a timestamp; undefined for a text that is not a timestamp. The part after the point may
 * be absent.
 */
export function parseTimestamp(text: string): number | undefined {
  const [, seconds, fraction = ''] = /^(\d{1,10})(?:\.(\d{0,6}))?$/.exec(text.trim()) ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}

/** Returns a time of the clock in epoch seconds. */
export function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
