import type { CloudCall } from '../../call.ts'

/** What says something about an object: a request, or a form as if it were one. */
export type Request = Pick<CloudCall, 'header' | 'headers' | 'store'>

/** The fields of a form, by names in lower case, as the headers of a request that would say the same. */
export function formAsRequest({ store }: Pick<CloudCall, 'store'>, fields: ReadonlyMap<string, string>): Request {
  const headers = Object.fromEntries([...fields].map(([name, value]) => [name === 'acl' ? 'x-amz-acl' : name, value]))
  return { store, headers, header: (name) => headers[name] }
}

/**
 * The request with the headers that its presigned URL carries in the query, where clients move the vendor's headers so that whoever
 * has the URL need not send them. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function withHoisted(call: CloudCall): Request {
  const { store, query, search } = call
  if (!search.includes('Signature=')) return call
  const hoisted = [...query].flatMap(([name, value]) => {
    const header = name.toLowerCase()
    return header.startsWith('x-amz-') ? [[header, value] as const] : []
  })
  const headers = { ...Object.fromEntries(hoisted), ...call.headers }
  return { store, headers, header: (name) => call.header(name) ?? (headers[name] as string | undefined) } // else of the query
}
