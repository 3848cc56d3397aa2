import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'
import { pageOf, type PageQuery, type Pagination } from './page.ts'
import { sortedRows, nextSortKey } from './sort-keys.ts'

const it = await accountsTest()

interface Item {
  readonly id: number
  readonly sortKey: number
}

/** A collection with the methods that `nextSortKey` calls, over a list. */
function collectionOf(items: Item[]) {
  const list = () => sortedRows(items.toSorted((one, other) => one.sortKey - other.sortKey))
  return {
    count: () => items.length,
    countBefore: (_index: 'bySortKey', _prefix: unknown, sortKey: number) => list().countBefore(sortKey),
    page: (_index: 'bySortKey', _prefix: unknown, { offset, limit }: { offset: number; limit: number }) => ({
      rows: list().slice(offset, limit),
    }),
  }
}

/** Returns items created at these milliseconds, in order. */
function made(times: readonly number[]): Item[] {
  const items: Item[] = []
  for (const [id, time] of times.entries()) items.push({ id, sortKey: nextSortKey(collectionOf(items), time) })
  return items.toSorted((one, other) => one.sortKey - other.sortKey)
}

const NOW = 1_795_281_563_497
const times = fc.array(fc.integer({ min: NOW, max: NOW + 4 }), { maxLength: 40 })
const limit = fc.integer({ min: 1, max: 7 })

const query = (options: Partial<PageQuery>): PageQuery => ({
  limit: 20,
  since: null,
  until: null,
  ascending: false,
  now: NOW + 4,
  ...options,
})

/** Returns the ids of all pages, following the cursors. */
function walk(
  items: readonly Item[],
  first: PageQuery,
  next: (pagination: Pagination) => Partial<PageQuery> | null,
): number[][] {
  const pages: number[][] = []
  for (let query: PageQuery = first; pages.length < 100;) {
    // Cursors go through JSON and a query.
    const { rows, pagination } = pageOf(query, sortedRows(items))
    pages.push(rows.map(({ id }) => id))
    const following = next(JSON.parse(JSON.stringify(pagination)) as Pagination)
    if (following === null || rows.length === 0) return pages
    query = { ...query, ...following }
  }
  throw new Error('the pages do not end')
}

const number = (cursor: number): number => Number(String(cursor))
const newestFirst = (items: readonly Item[]): number[] => items.map(({ id }) => id).toReversed()

describe('pages', () => {
  it('contain every item once, newest first, even when many share a millisecond', () => {
    fc.assert(
      fc.property(times, limit, (at, size) => {
        const items = made(at)
        const pages = walk(items, query({ limit: size }), ({ next }) =>
          next === null ? null : { until: number(next) },
        )
        expect(pages.flat()).toEqual(newestFirst(items))
        expect(pages.every((page) => page.length <= size)).toBe(true)
      }),
    )
  })

  it('lead by prev to every newer item once', () => {
    fc.assert(
      fc.property(times, limit, fc.nat(), (at, size, from) => {
        const items = made(at)
        fc.pre(items.length > 0)
        const start = items[from % items.length]
        const newer = items.filter(({ sortKey }) => sortKey > (start?.sortKey ?? 0))
        // The page whose first item is the start.
        const until = items.find(({ sortKey }) => sortKey > (start?.sortKey ?? 0))?.sortKey ?? null
        const { pagination } = pageOf(query({ limit: size, until }), sortedRows(items))
        expect(pagination.prev).not.toBeNull()
        const back = walk(items, query({ limit: size, since: pagination.prev }), ({ prev }) =>
          prev === null ? null : { since: number(prev) },
        )
        expect(back.toReversed().flat()).toEqual(newestFirst(newer))
      }),
    )
  })

  it('contain every item once oldest first, by since', () => {
    fc.assert(
      fc.property(times, limit, (at, size) => {
        const items = made(at)
        const pages = walk(items, query({ limit: size, ascending: true }), ({ next }) =>
          next === null ? null : { since: number(next) },
        )
        expect(pages.flat()).toEqual(items.map(({ id }) => id))
      }),
    )
  })

  it('contain every item that exists throughout, while others are created and deleted', () => {
    fc.assert(
      fc.property(times, limit, fc.array(fc.nat({ max: 39 })), (at, size, doomed) => {
        const items = made(at)
        let here: readonly Item[] = items
        const seen: number[] = []
        for (let until: number | null = null, page = 0; page < 100; page++) {
          const { rows, pagination } = pageOf(query({ limit: size, until }), sortedRows(here))
          seen.push(...rows.map(({ id }) => id))
          if (pagination.next === null) break
          until = number(pagination.next)
          const gone = doomed[page]
          const late = [...here, { id: 1000 + page, sortKey: nextSortKey(collectionOf([...here]), NOW + 4) }]
          here = late.filter(({ id }) => id !== gone).toSorted((one, other) => one.sortKey - other.sortKey)
        }
        const stayed = items.filter((item) => here.includes(item)).map(({ id }) => id)
        expect(new Set(seen).size).toBe(seen.length)
        expect(stayed.filter((id) => !seen.includes(id))).toEqual([])
        expect(seen.every((id) => id < 1000)).toBe(true)
      }),
    )
  })

  it('read times from the client as whole milliseconds', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: NOW - 1, max: NOW + 5 }), (at, time) => {
        const items = made(at)
        const ids = (options: Partial<PageQuery>) =>
          pageOf(query({ limit: 100, ...options }), sortedRows(items))
            .rows.map(({ id }) => id)
            .toSorted()
        expect(ids({ until: time })).toEqual([...at.keys()].filter((id) => (at[id] ?? 0) < time).toSorted())
        expect(ids({ since: time })).toEqual([...at.keys()].filter((id) => (at[id] ?? 0) > time).toSorted())
      }),
    )
  })

  it('have whole milliseconds as cursors when no two items share one', () => {
    const items = made([NOW - 9, NOW - 6, NOW - 3])
    const { pagination } = pageOf(query({ limit: 2 }), sortedRows(items))
    expect(pagination).toEqual({ count: 2, next: NOW - 6, prev: NOW - 3 })
  })

  it('have whole numbers as cursors when items share a millisecond, as clients in Go read them', () => {
    const items = made([NOW, NOW, NOW])
    const { pagination } = pageOf(query({ limit: 2, now: NOW }), sortedRows(items))
    expect([pagination.next, pagination.prev].filter((each) => !Number.isSafeInteger(each))).toEqual([])
    expect(pageOf(query({ limit: 2, until: pagination.next }), sortedRows(items)).rows).toEqual([items[0]])
    expect(pageOf(query({ limit: 2, since: pagination.prev }), sortedRows(items)).rows).toEqual([])
  })

  it('lead back to the older items from a page that prev led to', () => {
    const items = made([NOW - 9, NOW - 6, NOW - 3])
    const { rows, pagination } = pageOf(query({ limit: 1, since: NOW - 9 }), sortedRows(items))
    expect([rows.map(({ id }) => id), pagination]).toEqual([[1], { count: 1, next: NOW - 6, prev: NOW - 6 }])
    expect(pageOf(query({ limit: 1, until: pagination.next }), sortedRows(items)).rows).toEqual([items[0]])
  })

  it('hold more items of one millisecond than it has sort keys', () => {
    const items = made(Array.from({ length: 2100 }, () => NOW))
    expect(new Set(items.map(({ sortKey }) => sortKey)).size).toBe(2100)
    expect(items.map(({ id }) => id)).toEqual(items.map((_item, index) => index))
  })
})

describe('pages of the API', () => {
  it('reach by prev the items created after the first page in the same millisecond', async ({ at }) => {
    at.deployhost.clock.freeze()
    await at.call('POST', '/v11/projects', { body: { name: 'one' } })
    const { prev } = (await at.call('GET', '/v10/projects')).body.pagination
    await at.call('POST', '/v11/projects', { body: { name: 'two' } })
    const { projects } = (await at.call('GET', `/v10/projects?since=${prev}`)).body
    expect(projects.map(({ name }: { name: string }) => name)).toEqual(['two'])
  })

  it('have 20 items by default, and at most 100', async ({ at }) => {
    at.deployhost.clock.freeze()
    for (let count = 0; count < 24; count++) await at.call('POST', '/v11/projects', { body: { name: `p-${count}` } })
    const { projects, pagination } = (await at.call('GET', '/v10/projects')).body
    expect([projects.length, pagination.count]).toEqual([20, 20])
    expect((await at.call('GET', '/v10/projects?limit=100')).body.projects).toHaveLength(25)
    const message = async (search: string) => (await at.call('GET', `/v10/projects?${search}`)).body.error.message
    expect(await message('limit=101')).toBe('Invalid request: `limit` should be <= 100.')
    expect(await message('limit=0')).toBe('Invalid request: `limit` should be >= 1.')
    expect(await message('until=soon')).toBe('Invalid request: `until` should be number.')
  })

  it('are in the order of creation, by the clock', async ({ at }) => {
    at.deployhost.clock.freeze('2026-01-01T00:00:00Z')
    await at.call('POST', '/v11/projects', { body: { name: 'january' } })
    at.deployhost.clock.advance('1h')
    await at.call('POST', '/v11/projects', { body: { name: 'later' } })
    const until = Date.parse('2026-01-01T01:00:00Z')
    const { projects } = (await at.call('GET', `/v10/projects?until=${until}`)).body
    expect(projects.map(({ name }: { name: string }) => name)).toEqual(['january'])
  })
})
