import type { CloudCall } from '#cloud/call.ts'

/** A source of headers: a request, or the fields of a form in their place. */
export type HeaderSource = Pick<CloudCall, 'header' | 'headers' | 'rows' | 'principal'> & {
  /** True for the fields of a form, which are text: neither bytes nor encoded words. */
  readonly isForm?: true
}

/** Returns the fields of a form, by names in lower case, as the equivalent headers. */
export function formHeaders(
  { rows, principal }: Pick<CloudCall, 'rows' | 'principal'>,
  fields: ReadonlyMap<string, string>,
): HeaderSource {
  const headers = Object.fromEntries([...fields].map(([name, value]) => [name === 'acl' ? 'x-amz-acl' : name, value]))
  return { rows, principal, headers, header: (name) => headers[name], isForm: true }
}

/** The other headers that clients move into the query. */
const HOISTED = new Set(['content-type', 'content-md5', 'if-match', 'if-none-match'])

/**
 * Returns a request with the headers of its presigned URL's query added. Clients move `x-amz-` headers into the query
 * so that the URL's user need not send them.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function withQueryHeaders(call: CloudCall): HeaderSource {
  const { rows, principal, search } = call
  if (!search.includes('Signature=')) return call
  return {
    rows,
    principal,
    header: (name) => call.header(name) ?? hoistedHeader(call, name),
    // Few requests need them all, and a request is asked for single headers many times.
    get headers() {
      const hoisted = [...call.query].map(([name, value]) => [name.toLowerCase(), value] as const)
      return { ...Object.fromEntries(hoisted.filter(([name]) => isHoisted(name))), ...call.headers }
    },
  }
}

/** Returns the last parameter of the query that stands for a header, whose name is in lower case. */
function hoistedHeader({ query }: CloudCall, header: string): string | undefined {
  if (!isHoisted(header)) return undefined
  let last: string | undefined
  for (const [name, value] of query) if (name.length === header.length && name.toLowerCase() === header) last = value
  return last
}

function isHoisted(header: string): boolean {
  return header.startsWith('x-amz-') || HOISTED.has(header)
}
