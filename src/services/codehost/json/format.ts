import { MINUTE } from '#core/duration.ts'
import { timeZone, type Commit } from '#codehost/git/objects.ts'

const MOST_WRITTEN = 1000

/**
 * Returns a function that formats epoch milliseconds without fractions of a second, and keeps what it has formatted:
 * the records of a list share few times, and a lookup is cheaper. Shared by all instances.
 */
function secondsAs(format: (date: Date) => string): (at: number) => string {
  const written = new Map<number, string>()
  return (at) => {
    const second = Math.floor(at / 1000)
    const known = written.get(second)
    if (known !== undefined) return known
    const text = format(new Date(second * 1000))
    if (written.size >= MOST_WRITTEN) written.clear()
    written.set(second, text)
    return text
  }
}

/** Formats epoch milliseconds as ISO 8601 in UTC without fractions of a second, the form of every time in the API. */
export const time = secondsAs((date) => `${date.toISOString().slice(0, 19)}Z`)

/** Formats epoch milliseconds as HTTP has times: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const httpTime = secondsAs((date) => date.toUTCString())

/**
 * Returns a time with the milliseconds that the vendor writes for workflows, installations, found commits, GPG keys and
 * invitations to organizations, where they are zero: `2020-01-08T23:48:37.000Z`.
 */
export function withMillis(text: string): string {
  return `${text.slice(0, 19)}.000${text.slice(19)}`
}

/** Like {@link time}, in the time zone of a git signature; `offset` is in minutes east of UTC. */
export function zonedTime(at: number, offset = 0): string {
  if (offset === 0) return time(at)
  const zone = timeZone(offset)
  return `${time(at + offset * MINUTE).slice(0, -1)}${zone.slice(0, 3)}:${zone.slice(3)}`
}

/** Returns the name of a branch or a ref as a URL has it: as it is, but for what would end the path or is not ASCII. */
export function refInUrl(name: string): string {
  return encodeURI(name).replaceAll('#', '%23').replaceAll('?', '%3F')
}

/** Returns the message of a commit without the line ends that git adds, which the vendor leaves out. */
export function messageOf({ message }: Pick<Commit, 'message'>): string {
  return message.replace(/\n+$/, '')
}

/** Returns the header with the time of the last change of a record. */
export function lastModified({ updatedAt }: { readonly updatedAt: number }): Record<string, string> {
  return { 'last-modified': httpTime(updatedAt) }
}

/** Like {@link time}, with null for null. */
export function timeOrNull(at: number | null): string | null {
  return at === null ? null : time(at)
}

/**
 * Returns a global node id: a prefix that names the type, then the type and id in base64. Clients treat it as opaque.
 * https://docs.github.com/graphql/guides/using-global-node-ids
 */
export function nodeId(prefix: string, id: number | string): string {
  return `${prefix}_${Buffer.from(`0:${prefix}${id}`).toString('base64url')}`
}
