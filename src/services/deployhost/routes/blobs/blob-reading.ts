import { empty, text, type Answer } from '#core/answer.ts'
import { readSegments } from '#core/content.ts'
import { rangeOf } from '#core/http/byte-range.ts'
import { percentDecode } from '#core/text/percent-decode.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { blobHeaders } from '#deployhost/json/blob.ts'
import { storeOfLabel } from '#deployhost/rules/blobs/blob-urls.ts'
import type { Blob, BlobStore } from '#deployhost/schema.ts'
import { canReadPrivate } from '#deployhost/steps/blobs.ts'

const { get } = routesFor<DeployhostCall>()

/** The blobs themselves, at the host of their store. https://vercel.com/docs/vercel-blob */
export const blobReadingRoutes = [
  get('readPublicBlob', '/blob/public/*', (call) => read(call, 'public')),
  get('readPrivateBlob', '/blob/private/*', (call) => read(call, 'private')),
]

function read(call: DeployhostCall, access: BlobStore['access']): Answer {
  const { rows } = call
  const { label, pathname } = addressOf(call)
  const store = storeOfLabel(rows, label)
  if (store?.access !== access) return text('Store not found', 404)
  if (access === 'private' && !canReadPrivate(call, store, pathname)) return text('Forbidden', 403)
  const blob = rows.blobs.find('pathname', store.id, pathname)
  if (blob === undefined) return text('Blob not found', 404, { 'cache-control': 'no-store' })
  return contentAnswer(call, store, blob)
}

/** Answers the bytes of a blob, or a range of them; 304 when the client has them. */
function contentAnswer(call: DeployhostCall, store: BlobStore, blob: Blob): Answer {
  const headers = blobHeaders(store, blob, { download: call.query.get('download') === '1' })
  if (hasBlob(call, blob)) return empty(304, headers)
  const range = rangeOf(call.header('range'), blob.size)
  if (range === 'unsatisfiable') return empty(416, { ...headers, 'content-range': `bytes */${blob.size}` })
  const { start, end } = range ?? { start: 0, end: blob.size }
  const length = { 'content-length': String(end - start) }
  const part: Readonly<Record<string, string>> =
    range === null ? {} : { 'content-range': `bytes ${start}-${end - 1}/${blob.size}` }
  return {
    status: range === null ? 200 : 206,
    headers: { ...headers, ...length, ...part },
    body: readSegments(call, blob.content, { start, end }),
  }
}

function hasBlob({ header }: DeployhostCall, { etag, uploadedAt }: Blob): boolean {
  const tags = header('if-none-match')
  if (tags !== undefined) {
    return tags.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
  }
  const since = Date.parse(header('if-modified-since') ?? '')
  return Math.floor(uploadedAt / 1000) * 1000 <= since
}

/** Returns the store and the pathname of a URL: at the vendor's hosts, the host names the store. */
function addressOf({ path, host, header }: DeployhostCall): { readonly label: string; readonly pathname: string } {
  const rest = path.split('/').slice(3).join('/')
  const decoded = percentDecode(rest) ?? rest
  if (host !== null) return { label: (header('host') ?? '').split('.')[0] ?? '', pathname: decoded }
  const slash = decoded.indexOf('/')
  return { label: decoded.slice(0, slash), pathname: decoded.slice(slash + 1) }
}
