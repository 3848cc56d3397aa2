import * as v from 'valibot'

/** The parts of an address. */
export interface Address {
  /** The display name; null when there is none. */
  readonly name: string | null
  /** In lower case. */
  readonly email: string
  /** The part after the `@`, in lower case. */
  readonly domain: string
}

// A dot-atom and a domain: https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1
const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/
const LABEL = /^[a-z0-9-]+$/
const TOP_LEVEL = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/
const QUOTED = /^"(?:[^"\\]|\\.)*"$/

/**
 * Parses `ada@example.com` or `Ada <ada@example.com>`; null when the text is neither. The name may have any letters,
 * the address only ASCII.
 */
export function parseAddress(written: string): Address | null {
  const { name, inner } = split(written)
  const email = inner.toLowerCase()
  const domain = domainOf(email)
  // A line break would end the header that contains the address.
  if (domain === null || /\p{Cc}/u.test(written)) return null
  const unquoted = /^".*"$/.test(name) ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name
  return { name: unquoted === '' ? null : unquoted, email, domain }
}

/** Returns the address without its name, in lower case, for comparisons; the whole text when it is not an address. */
export function emailOf(written: string): string {
  return parseAddress(written)?.email ?? written.trim().toLowerCase()
}

/** Returns the vendor's sentence about a field that does not contain an address. */
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

/** Schema of a member with one address, with or without a name. */
export function mailbox(field: string) {
  return v.pipe(
    v.string(invalidAddress(field, '')),
    v.check(
      (written) => parseAddress(written) !== null,
      ({ input }) => invalidAddress(field, input),
    ),
  )
}

/** Schema of a member with one address or a list of up to `most`; the output is the list. */
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

/** Schema of a member with an address that has no name. */
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

/** Returns the domain of an address in lower case; null when the text is no address. */
function domainOf(email: string): string | null {
  const at = email.indexOf('@')
  const domain = email.slice(at + 1)
  if (
    at < 0 ||
    !email
      .slice(0, at)
      .split('.')
      .every((atom) => ATOM.test(atom))
  )
    return null
  if (domain === 'localhost') return domain
  const labels = domain.split('.')
  const topLevel = labels.pop() ?? ''
  return labels.length > 0 && labels.every(isLabel) && TOP_LEVEL.test(topLevel) ? domain : null
}

function isLabel(text: string): boolean {
  return LABEL.test(text) && !text.startsWith('-') && !text.endsWith('-')
}

/**
 * Splits a display name, as it is written, from the rest, which need not be an address. The name is quoted or contains
 * no angle brackets.
 */
function split(written: string): { readonly name: string; readonly inner: string } {
  const text = written.trim()
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1
  const name = text.slice(0, Math.max(0, open)).trim()
  const inner = text.slice(open + 1, -1).trim()
  if (open < 0 || inner.includes('>') || (/[<>]/.test(name) && !QUOTED.test(name))) return { name: '', inner: text }
  return { name, inner }
}
