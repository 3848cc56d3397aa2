import * as v from 'valibot'
import { viewOfIndex, viewOfOrderedRows, type OrderedListView } from '#core/list-view.ts'
import type { Collection, Row } from '#core/store.ts'
import { validationFailure } from '#cloud/errors/iam.ts'
import { count } from './parameters.ts'

/** The paging parameters of every list. https://docs.aws.amazon.com/IAM/latest/APIReference/API_ListUsers.html */
export const paging = {
  Marker: v.optional(v.string()),
  MaxItems: v.optional(count(1, 1000), '100'),
}

/** The paging parameters of a request. */
export interface PageParameters {
  readonly Marker?: string | undefined
  readonly MaxItems: number
}

/** A list ordered by name. */
export interface Listing<R> extends OrderedListView<R, string> {
  /** Returns the name that a row is ordered by. */
  nameOf(row: R): string
}

/** Creates a list from rows in memory, ordered by name. */
export function sortedListing<R>(unsorted: readonly R[], nameOf: (row: R) => string): Listing<R> {
  const rows = unsorted.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1))
  return { ...viewOfOrderedRows(rows, nameOf), nameOf }
}

/** A row with a name and a path. */
interface PathEntity extends Row {
  readonly account: string
  readonly name: string
  readonly path: string
}

/** The declaration of an index in the order of names. */
interface ByName {
  readonly indexes: { readonly byName: readonly ['account', (row: PathEntity) => string] }
}

/** Creates a list of an account's rows whose path begins with a prefix. */
export function byName<R extends PathEntity>(
  collection: Collection<R, ByName>,
  account: string,
  pathPrefix: string,
): Listing<R> {
  const nameOf = ({ name }: R): string => name.toLowerCase()
  const entities = collection as unknown as Collection<PathEntity, ByName> // the members of every R
  if (pathPrefix !== '/') {
    const rows = entities.list('byName', account) as unknown as readonly R[] // its rows
    return sortedListing(
      rows.filter(({ path }) => path.startsWith(pathPrefix)),
      nameOf,
    )
  }
  const names = viewOfIndex(entities, 'byName', [account]) as unknown as OrderedListView<R, string> // its rows, by name
  return { ...names, nameOf }
}

/** Returns several lists as one in the order of names. A page reads no row that follows it. */
export function mergedListing<R>(lists: readonly Listing<R>[]): Listing<R> {
  const [first] = lists
  if (first === undefined || lists.length === 1) return first ?? sortedListing<R>([], () => '')
  return {
    total: lists.reduce((sum, { total }) => sum + total, 0),
    countBefore: (name) => lists.reduce((sum, list) => sum + list.countBefore(name), 0),
    slice: (offset, limit) =>
      sortedListing(
        lists.flatMap((list) => list.slice(0, offset + limit)),
        first.nameOf,
      ).slice(offset, limit),
    nameOf: first.nameOf,
  }
}

/** A page of a list, and the members of the answer by which a client asks for the next page. */
export interface ListPage<R> {
  readonly rows: readonly R[]
  readonly paging: { readonly IsTruncated: boolean; readonly Marker: string | undefined }
}

/**
 * Returns the requested page of a list. The marker holds a name, so deletions between two requests do not shift the
 * next page.
 *
 * @throws `ValidationError` for a malformed marker.
 */
export function pageOf<R>(listing: Listing<R>, parameters: PageParameters): ListPage<R> {
  const offset = parameters.Marker === undefined ? 0 : listing.countBefore(readMarker(parameters.Marker))
  const rows = listing.slice(offset, parameters.MaxItems + 1)
  const next = rows[parameters.MaxItems]
  const Marker = next === undefined ? undefined : Buffer.from(MARKER + listing.nameOf(next)).toString('base64')
  return { rows: rows.slice(0, parameters.MaxItems), paging: { IsTruncated: next !== undefined, Marker } }
}

const MARKER = 'from '

function readMarker(marker: string): string {
  const text = Buffer.from(marker, 'base64').toString('utf8')
  if (!text.startsWith(MARKER)) throw validationFailure('Invalid Marker.')
  return text.slice(MARKER.length)
}
