import * as v from 'valibot'
import type { Page, PageOptions, Row } from '../../../../core/store.ts'
import { members, type XmlMembers, type XmlValue } from '../../protocols/xml.ts'
import { validationFailure } from '../../errors-iam.ts'
import { count } from './parameters.ts'

/** The parameters of every list. https://docs.aws.amazon.com/IAM/latest/APIReference/API_ListUsers.html */
export const paging = {
  Marker: v.optional(v.string()),
  MaxItems: v.optional(count(1, 1000), '100'),
}

/** What a client asked of a list. */
export interface Wanted {
  readonly Marker?: string | undefined
  readonly MaxItems: number
}

/** A list in the order of names. */
export interface Listing<R> {
  /** One part of it. */
  page(window: PageOptions): Page<R>
  /** How many come before a name. */
  before(name: string): number
  /** What the order goes by. */
  nameOf(row: R): string
}

/** A list that is at hand; it is put in the order of its names. */
export function listOf<R>(unsorted: readonly R[], nameOf: (row: R) => string): Listing<R> {
  const rows = unsorted.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1))
  return {
    page: ({ offset, limit }) => ({ rows: rows.slice(offset, offset + limit), total: rows.length }),
    before(name) {
      const index = rows.findIndex((row) => nameOf(row) >= name)
      return index < 0 ? rows.length : index
    },
    nameOf,
  }
}

/** What lists of a path hold on to. */
interface Placed extends Row {
  readonly name: string
  readonly path: string
}

/** A collection that is in the order of names. */
interface ByName<R> {
  page(index: 'byName', prefix: [], window: PageOptions): Page<R>
  countBefore(index: 'byName', prefix: [], name: string): number
  list(index: 'byName'): readonly R[]
}

/** The rows of a collection, all or those whose path begins with a prefix. */
export function byName<R extends Placed>(collection: ByName<R>, pathPrefix: string): Listing<R> {
  const nameOf = ({ name }: R): string => name.toLowerCase()
  if (pathPrefix !== '/')
    return listOf(
      collection.list('byName').filter(({ path }) => path.startsWith(pathPrefix)),
      nameOf,
    )
  return {
    page: (window) => collection.page('byName', [], window),
    before: (name) => collection.countBefore('byName', [], name),
    nameOf,
  }
}

/** A page of a list, and the members of the answer that tell how to go on. */
export interface Part<R> {
  readonly rows: readonly R[]
  readonly rest: { readonly IsTruncated: boolean; readonly Marker: string | undefined }
}

/**
 * The part of a list that a client asked for. A marker tells where to go on by name: what is deleted in between does not shift
 * the next page. Throws `ValidationError` for a marker that no answer gave.
 */
export function partOf<R>(listing: Listing<R>, wanted: Wanted): Part<R> {
  const offset = wanted.Marker === undefined ? 0 : listing.before(readMarker(wanted.Marker))
  const { rows } = listing.page({ offset, limit: wanted.MaxItems + 1 })
  const next = rows[wanted.MaxItems]
  const Marker = next === undefined ? undefined : Buffer.from(MARKER + listing.nameOf(next)).toString('base64')
  return { rows: rows.slice(0, wanted.MaxItems), rest: { IsTruncated: next !== undefined, Marker } }
}

/** The members of an answer that gives a page: `<Users><member>…</member></Users><IsTruncated>…</IsTruncated>`. */
export function listed<R>(name: string, listing: Listing<R>, wanted: Wanted, shape: (row: R) => XmlValue): XmlMembers {
  const { rows, rest } = partOf(listing, wanted)
  return { [name]: members(rows.map(shape)), ...rest }
}

const MARKER = 'from '

function readMarker(marker: string): string {
  const text = Buffer.from(marker, 'base64').toString('utf8')
  if (!text.startsWith(MARKER)) throw validationFailure('Invalid Marker.')
  return text.slice(MARKER.length)
}
