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

/** `Ada <ada@example.com>`: the name is in quotes, or has no angle brackets. */
const NAMED = /^\s*("(?:[^"\\]|\\.)*"|[^<>]*?)\s*<\s*([^<>]*?)\s*>\s*$/
// A dot-atom and a domain: https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@((?:${LABEL}\\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)|localhost)$`)

/** Takes `ada@example.com` or `Ada <ada@example.com>` apart; null when it is neither. A name may have any letters, an address has ASCII. */
export function parseAddress(written: string): Address | null {
  const { name, inner } = split(written)
  const email = inner.toLowerCase()
  const [, domain] = EMAIL.exec(email) ?? []
  // A line break would end the header that the address is in.
  if (domain === undefined || /\p{Cc}/u.test(written)) return null
  const unquoted = /^".*"$/.test(name) ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name
  return { name: unquoted === '' ? null : unquoted, email, domain }
}

/** What addresses are compared by: without the name, in lower case. Of what is no address, all of it. */
export function emailOf(written: string): string {
  return parseAddress(written)?.email ?? written.trim().toLowerCase()
}

/** What the vendor says of a field that holds what is no address. */
export function invalidAddress(field: string, written: string): string {
  const { inner } = split(written)
  if (/[^\p{ASCII}]/u.test(inner)) {
    return `Invalid \`${field}\` field. The email address contains non-ASCII characters.`
  }
  return (
    `Invalid \`${field}\` field. ` +
    'The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.'
  )
}

/** A member that is one address, with a name or without. */
export function mailbox(field: string) {
  return v.pipe(
    v.string(invalidAddress(field, '')),
    v.check(
      (written) => parseAddress(written) !== null,
      ({ input }) => invalidAddress(field, input),
    ),
  )
}

/** A member that is an address or a list of them, at most `most`; the output is the list. */
export function mailboxes(field: string, most = Number.POSITIVE_INFINITY) {
  return v.pipe(
    v.union([v.string(), v.array(v.string())], invalidAddress(field, '')),
    v.transform((written): readonly string[] => (typeof written === 'string' ? [written] : written)),
    v.check((written) => written.length <= most, `The \`${field}\` field can have up to ${most} recipients.`),
    v.check(
      (written) => written.every(isAddress),
      ({ input }) => invalidAddress(field, input.find((each) => !isAddress(each)) ?? ''),
    ),
  )
}

/** A member that is an address without a name. */
export function bareAddress(field: string) {
  return v.pipe(
    v.string(invalidAddress(field, '')),
    v.check(
      (written) => parseAddress(written) !== null && !written.includes('<'),
      ({ input }) => invalidAddress(field, input),
    ),
  )
}

function isAddress(written: string): boolean {
  return parseAddress(written) !== null
}

/** The name, as it is written, and the address, which need not be one. */
function split(written: string): { readonly name: string; readonly inner: string } {
  const [, name = '', inner = written.trim()] = NAMED.exec(written) ?? []
  return { name, inner }
}
