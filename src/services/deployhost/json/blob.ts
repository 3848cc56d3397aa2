import type { Site } from '#deployhost/call.ts'
import { blobUrl } from '#deployhost/rules/blobs/blob-urls.ts'
import type { Blob, BlobStore } from '#deployhost/schema.ts'

/** The types that browsers show; they save a blob of another type. https://vercel.com/docs/vercel-blob/security */
const INLINE = /^(text\/plain|text\/xml|application\/json|application\/pdf|image\/.*|audio\/.*|video\/.*)$/

type BlobSite = Pick<Site, 'origin' | 'urls'>

/** A blob, as the answer to an upload. https://vercel.com/docs/vercel-blob/using-blob-sdk */
export function uploadedBlobJson(site: BlobSite, store: BlobStore, blob: Blob) {
  const url = blobUrl(site, store, blob.pathname)
  return {
    url,
    downloadUrl: `${url}?download=1`,
    pathname: blob.pathname,
    contentType: blob.contentType,
    contentDisposition: contentDisposition(blob),
    etag: blob.etag,
  }
}

/** A blob in a list. */
export function listedBlobJson(site: BlobSite, store: BlobStore, blob: Blob) {
  const url = blobUrl(site, store, blob.pathname)
  return {
    url,
    downloadUrl: `${url}?download=1`,
    pathname: blob.pathname,
    size: blob.size,
    uploadedAt: new Date(blob.uploadedAt).toISOString(),
    etag: blob.etag,
  }
}

/** All that is known of a blob but its bytes. */
export function blobJson(site: BlobSite, store: BlobStore, blob: Blob) {
  return {
    ...listedBlobJson(site, store, blob),
    contentType: blob.contentType,
    contentDisposition: contentDisposition(blob),
    cacheControl: cacheControl(store, blob),
  }
}

/** The headers of a blob, of which `download` makes browsers save it. */
export function blobHeaders(store: BlobStore, blob: Blob, { download = false } = {}) {
  return {
    'content-type': blob.contentType,
    'content-disposition': contentDisposition(blob, download),
    'cache-control': cacheControl(store, blob),
    etag: blob.etag,
    'last-modified': new Date(blob.uploadedAt).toUTCString(),
    'accept-ranges': 'bytes',
    // A blob runs no script and is taken for no other type: it would have the origin of the instance.
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
  }
}

function contentDisposition({ pathname, contentType }: Blob, download = false): string {
  const name = pathname.split('/').at(-1) ?? ''
  const kind = !download && INLINE.test((contentType.split(';')[0] ?? '').trim()) ? 'inline' : 'attachment'
  const plain = name.replaceAll(/[^\u0020-\u007e]/g, '?').replaceAll(/["\\]/g, (character) => `\\${character}`)
  // RFC 6266 section 4.3
  const extended = /^[\u0020-\u007e]*$/.test(name) ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `${kind}; filename="${plain}"${extended}`
}

function cacheControl({ access }: BlobStore, { cacheControlMaxAge }: Blob): string {
  return `${access}, max-age=${cacheControlMaxAge}`
}
