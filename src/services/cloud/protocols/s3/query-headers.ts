import type { CloudCall } from '#cloud/call.ts'

/** A source of headers: a request, or the fields of a form in their place. */
export type HeaderSource = Pick<CloudCall, 'header' | 'headers' | 'rows' | 'principal'>

/** Returns the fields of a form, by names in lower case, as the equivalent headers. */
export function formHeaders(
  { rows, principal }: Pick<CloudCall, 'rows' | 'principal'>,
  fields: ReadonlyMap<string, string>,
): HeaderSource {
  const headers = Object.fromEntries([...fields].map(([name, value]) => [name === 'acl' ? 'x-amz-acl' : name, value]))
  return { rows, principal, headers, header: (name) => headers[name] }
}

/** The other headers that clients of signature version 2 move into the query. */
const HOISTED = new Set(['content-type', 'content-md5'])

/**
 * Returns a request with the headers of its presigned URL's query added. Clients move `x-amz-` headers into the query
 * so that the URL's user need not send them.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function withQueryHeaders(call: CloudCall): HeaderSource {
  const { rows, principal, query, search } = call
  if (!search.includes('Signature=')) return call
  const hoisted = [...query].flatMap(([name, value]) => {
    const header = name.toLowerCase()
    return header.startsWith('x-amz-') || HOISTED.has(header) ? [[header, value] as const] : []
  })
  const headers = { ...Object.fromEntries(hoisted), ...call.headers }
  return { rows, principal, headers, header: (name) => call.header(name) ?? (headers[name] as string | undefined) } // query values are texts
}
