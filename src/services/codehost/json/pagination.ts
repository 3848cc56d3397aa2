import { json, jsonText, type Answer } from '#core/answer.ts'
import { jsonArray, type JsonText } from '#core/text/json-text.ts'
import { viewOfRows, type ListView, type OrderedListView } from '#core/list-view.ts'
import { linkHeader, pageLinks, pageWindow, type PageRequest } from '#core/pagination.ts'
import type { CodehostCall } from '#codehost/call.ts'

/**
 * The default and largest page sizes. https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
const SIZES = { usual: 30, largest: 100 }

/** Returns the requested page. Like the vendor, treats an invalid number as absent. */
export function pageRequest({ query }: Pick<CodehostCall, 'query'>, { usual, largest } = SIZES): PageRequest {
  const number = (name: string): number => Number.parseInt(query.get(name) ?? '', 10)
  const size = number('per_page')
  const page = number('page')
  return {
    size: size >= 1 ? Math.min(size, largest) : usual,
    page: page >= 1 ? page : 1,
  }
}

/** Answers a page of a list, with its Link header. */
export function answerPage<R, T>(call: CodehostCall, list: List<R>, write: (row: R) => T, sizes = SIZES): Answer<T[]> {
  const { rows, links } = pageOf(call, list, sizes)
  return json(rows.map(write), 200, links)
}

/** Like {@link answerPage}, with a writer that returns the text of a row. */
export function answerPageOfTexts<R, T>(
  call: CodehostCall,
  list: List<R>,
  write: (row: R) => JsonText<T>,
): Answer<T[]> {
  const { rows, links } = pageOf(call, list, SIZES)
  return jsonText(jsonArray(rows.map((row) => write(row))), 200, links)
}

/** Like {@link answerPage}, with the page in an object under `name`, beside the total number. */
export function answerNamedPage<R, T, const N extends string>(
  call: CodehostCall,
  name: N,
  list: List<R>,
  write: (row: R) => T,
  sizes = SIZES,
): Answer<{ total_count: number } & Record<N, T[]>> {
  const { rows, total, links } = pageOf(call, list, sizes)
  const items = { [name]: rows.map((row) => write(row)) } as Record<N, T[]> // a computed name is any string to the compiler
  return json({ total_count: total, ...items }, 200, links)
}

/** All rows of a list, or a view that reads the rows of a page only. */
type List<R> = ListView<R> | readonly R[]

/** Returns the rows of the page that the request asks for, and the page's Link header. */
function pageOf<R>(call: CodehostCall, list: List<R>, sizes: typeof SIZES) {
  const request = pageRequest(call, sizes)
  const { offset, limit } = pageWindow(request)
  const view = 'total' in list ? list : viewOfRows(list)
  return { rows: view.slice(offset, limit), total: view.total, links: linksTo(call, request, view.total) }
}

/**
 * Answers a page of a list that is paged by id: the rows after `since`, in the order of ids.
 */
export function answerPageSince<R extends { readonly id: number }, T>(
  call: CodehostCall,
  list: OrderedListView<R, number>,
  write: (row: R) => T,
): Answer<T[]> {
  const { size } = pageRequest(call)
  const since = Number.parseInt(call.query.get('since') ?? '', 10)
  const found = list.slice(list.countBefore(since >= 1 ? since + 1 : 1), size + 1)
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  return json(rows.map(write), 200, last === undefined || found.length === rows.length ? {} : nextSince(call, last.id))
}

function nextSince(call: CodehostCall, id: number): Record<string, string> {
  const query = new URLSearchParams(call.query)
  query.set('since', String(id))
  const url = `${call.base}${call.path}`
  const link = linkHeader([
    ['next', `${url}?${query.toString()}`],
    ['first', `${url}{?since}`],
  ])
  return link === undefined ? {} : { link }
}

/**
 * Returns the Link header of a page, for answers that wrap their items in an object. `pages` are those that it links
 * to.
 */
export function linksTo(
  call: CodehostCall,
  request: PageRequest,
  total: number,
  pages = pageLinks(request, total),
): Record<string, string> {
  const url = `${call.base}${pathById(call)}`
  const links = pages.map(([relation, page]) => {
    const query = new URLSearchParams(call.query)
    query.set('page', String(page))
    return [relation, `${url}?${query.toString()}`] as const
  })
  const link = linkHeader(links)
  return link === undefined ? {} : { link }
}

/**
 * Returns the path of a request as the vendor's links have it, which address repositories and accounts by their ids:
 * `/repositories/1/issues` for `/repos/octocat/hello-world/issues`.
 */
function pathById({ path, rows }: Pick<CodehostCall, 'path' | 'rows'>): string {
  const [, kind, login = '', rest = ''] = /^\/(repos|orgs|users)\/([^/]+)(\/.+)$/.exec(path) ?? []
  const account = kind === undefined ? undefined : rows.accounts.find('login', login.toLowerCase())
  if (account === undefined) return path
  if (kind !== 'repos') return `/${kind === 'orgs' ? 'organizations' : 'user'}/${account.id}${rest}`
  const [, name = '', below = ''] = /^\/([^/]+)(.*)$/.exec(rest) ?? []
  const repo = rows.repos.find('name', account.id, name.toLowerCase())
  return repo === undefined ? path : `/repositories/${repo.id}${below}`
}
