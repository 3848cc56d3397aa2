import type { OidcCall } from '#oidc-c/call.ts'
import { DIRECTORY_TYPE, typeOf, type DirectoryObject } from '#oidc-c/rules/objects.ts'
import { typeOfProperty, valueOf, type ObjectType, type Value } from '#oidc-c/rules/lists/object-type.ts'
import { pageOf, type ListPage } from '#oidc-c/rules/lists/page.ts'
import { skipToken, type ListQuery } from '#oidc-c/rules/lists/query.ts'

/** The members of an object on the wire. */
export type ObjectJson = Readonly<Record<string, Value | object | readonly object[]>>

/** An object of one type: the usual properties, or those that are selected. */
export function objectJson<R>(type: ObjectType<R>, row: R, selected: readonly string[] | null): ObjectJson {
  return Object.fromEntries((selected ?? type.usual).map((name) => [name, valueOf(type, row, name)]))
}

/** An object in a list of several types: with its type, the id first, and without what its type does not have. */
export function directoryObjectJson(object: DirectoryObject, selected: readonly string[] | null): ObjectJson {
  const type = typeOf(object)
  const names = selected ?? ['id', ...type.usual.filter((name) => name !== 'id')]
  const own = names.filter((name) => typeOfProperty(type, name) !== undefined)
  const properties = own.map((name) => [name, valueOf(DIRECTORY_TYPE, object, name)] as const)
  return { '@odata.type': `#microsoft.graph.${type.odata}`, ...Object.fromEntries(properties) }
}

/**
 * An object that the token may not read: its type and id, and null for everything else.
 * https://learn.microsoft.com/graph/permissions-overview#limited-information-returned-for-inaccessible-member-objects
 */
export function hiddenObjectJson(object: DirectoryObject, selected: readonly string[] | null): ObjectJson {
  const shown = directoryObjectJson(object, selected)
  const isKnown = (name: string): boolean => name === 'id' || name === '@odata.type'
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, isKnown(name) ? value : null]))
}

/** The part of a call that the URLs in an answer are made from. */
export type UrlContext = Pick<OidcCall, 'query' | 'urls' | 'path'>

/** Returns the version of Graph that a request came to: the first segment of its path. */
function versionOf({ path }: UrlContext): string {
  return path.startsWith('/beta/') ? '/beta' : '/v1.0'
}

/** Returns the URL of a path of Graph, in the version of the request: `/users/…`. */
export function graphUrl(call: UrlContext, path: string): string {
  return call.urls.of(versionOf(call) + path)
}

/** Returns the `@odata.context` of an answer: `users(id,mail)/$entity`. */
export function contextUrl(call: UrlContext, name: string): string {
  return graphUrl(call, `/$metadata#${name}`)
}

/** Returns the selected names as `@odata.context` has them. */
export function selectionText(selected: readonly string[] | null): string {
  return selected === null ? '' : `(${selected.join(',')})`
}

/** The parts of an answer that has a page of a list. */
export interface PageParts<R> {
  /** The name of the list in `@odata.context`, without the selection: `users`. */
  readonly set: string
  readonly query: ListQuery
  readonly page: ListPage<R>
  readonly json: (row: R) => ObjectJson
}

/** A page of a list. https://learn.microsoft.com/graph/paging */
export function pageJson<R>(call: UrlContext, { set, query, page, json }: PageParts<R>) {
  const { rows, total, next } = page
  return {
    '@odata.context': contextUrl(call, `${set}${selectionText(query.select)}`),
    ...(query.count ? { '@odata.count': total } : {}),
    ...(next === null ? {} : { '@odata.nextLink': nextLink(call, skipToken(next)) }),
    value: rows.map(json),
  }
}

/** Returns the page of objects that a query asks for, in the order in which they are given. */
export function objectsPage(objects: readonly DirectoryObject[], query: ListQuery): ListPage<DirectoryObject> {
  return pageOf(DIRECTORY_TYPE, objects, query, (_object, index) => index)
}

function nextLink({ query, path, urls }: UrlContext, token: string): string {
  const others = [...query].filter(([name]) => name !== '$skiptoken')
  const pairs = [...others, ['$skiptoken', token] as const]
  const search = pairs.map(([name, value]) => `${name.replaceAll('&', '%26')}=${encodeURIComponent(value)}`).join('&')
  return urls.of(`${path}?${search}`)
}
