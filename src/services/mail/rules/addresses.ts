import * as v from 'valibot'

/** An address, taken apart. */
export interface Address {
  /** The name before it; null when there is none. */
  readonly name: string | null
  /** In lower case. */
  readonly email: string
  /** What is after the `@`, in lower case. */
  readonly domain: string
}

const NAMED = /^\s*(.*?)\s*<\s*([^<>]*?)\s*>\s*$/s
const EMAIL = /^[^\s@<>,;:"()[\]\\]+@((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}|localhost)$/u

/** Takes `ada@example.com` or `Ada <ada@example.com>` apart; null when it is neither. */
export function parseAddress(written: string): Address | null {
  const [, name = '', inner = written] = NAMED.exec(written) ?? []
  const email = inner.trim().toLowerCase()
  const [, domain] = EMAIL.exec(email) ?? []
  if (domain === undefined) return null
  const unquoted = name.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/gs, '$1')
  return { name: unquoted === '' ? null : unquoted, email, domain }
}

/** What addresses are compared by: without the name, in lower case. Of what is no address, all of it. */
export function emailOf(written: string): string {
  return parseAddress(written)?.email ?? written.trim().toLowerCase()
}

/** What the vendor says of a field that holds no address. */
export function invalidAddress(field: string): string {
  return (
    `Invalid \`${field}\` field. ` +
    'The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.'
  )
}

/** A member that is one address. */
export function mailbox(field: string) {
  const sentence = invalidAddress(field)
  return v.pipe(
    v.string(sentence),
    v.check((written) => parseAddress(written) !== null, sentence),
  )
}

/** A member that is an address or a list of them, at most `most`; the output is the list. */
export function mailboxes(field: string, most = Number.POSITIVE_INFINITY) {
  return v.pipe(
    v.union([v.string(), v.array(v.string())], invalidAddress(field)),
    v.transform((written): readonly string[] => (typeof written === 'string' ? [written] : written)),
    v.check((written) => written.length <= most, `The \`${field}\` field can have up to ${most} recipients.`),
    v.check((written) => written.every((each) => parseAddress(each) !== null), invalidAddress(field)),
  )
}
