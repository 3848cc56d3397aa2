import { pathBelow } from '#core/http/mount-path.ts'
import { percentDecode } from '#core/text/percent-decode.ts'
import type { Rows, Site } from '#deployhost/call.ts'
import { blobForbidden } from '#deployhost/errors/blobs.ts'
import type { BlobStore } from '#deployhost/schema.ts'

/** The parts of a blob's URL at the vendor: `<store>.public.blob.vercel-storage.com`. */
const BLOB_HOST = /^([a-z0-9]+)\.(?:public|private)\.blob\.vercel-storage\.com$/
/** The parts of a blob's path at an instance, whose host all stores share. */
const BLOB_PATH = /^\/blob\/(?:public|private)\/([a-z0-9]+)\/(.*)$/s

/** Returns the first label of the host of a store's blobs, which no other store has. */
function hostLabelOf({ id }: Pick<BlobStore, 'id'>): string {
  return id.slice('store_'.length).toLowerCase()
}

/** Returns the URL of a blob: at the store's own host with `hosts: 'real'`. */
export function blobUrl({ origin, urls }: Pick<Site, 'origin' | 'urls'>, store: BlobStore, pathname: string): string {
  const label = hostLabelOf(store)
  const base = urls.real
    ? `https://${label}.${store.access}.blob.vercel-storage.com`
    : `${origin}/blob/${store.access}/${label}`
  return `${base}/${pathname.split('/').map(encoded).join('/')}`
}

/**
 * Returns the pathname that a request names by the URL of a blob or directly.
 *
 * @throws 403 for a URL that is not one of the store's blobs.
 */
export function pathnameIn({ origin }: Pick<Site, 'origin'>, store: BlobStore, urlOrPathname: string): string {
  if (!/^https?:\/\//.test(urlOrPathname) || !URL.canParse(urlOrPathname)) return urlOrPathname
  const { hostname, pathname } = new URL(urlOrPathname)
  const own = BLOB_PATH.exec(pathBelow(origin, urlOrPathname))
  const label = BLOB_HOST.exec(hostname)?.[1] ?? own?.[1]
  if (label !== hostLabelOf(store)) throw blobForbidden()
  const path = BLOB_HOST.test(hostname) ? pathname.slice(1) : (own?.[2] ?? '')
  return percentDecode(path) ?? path
}

/** Returns the store whose blobs have a host with this first label, or undefined. */
export function storeOfLabel(rows: Rows, label: string): BlobStore | undefined {
  return rows.blobStores.find('host', label.toLowerCase())
}

/** Percent-encodes all but letters, digits, `-`, `.`, `_` and `~`. RFC 3986 section 2.3 */
function encoded(segment: string): string {
  return encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
