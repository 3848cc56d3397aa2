import { expect, it } from 'vitest'
import { linkHeader, pageLinks, pageWindow } from './pagination.ts'

it('links from a page to its neighbours and to the ends', () => {
  expect(pageLinks({ page: 2, size: 2 }, 5)).toEqual([
    ['prev', 1],
    ['next', 3],
    ['last', 3],
    ['first', 1],
  ])
  expect(pageLinks({ page: 1, size: 5 }, 5)).toEqual([])
})

it('links from a page beyond the end to the last page', () => {
  expect(pageLinks({ page: 9, size: 2 }, 5)).toEqual([
    ['prev', 3],
    ['first', 1],
  ])
})

it('covers the items of a page', () => {
  expect(pageWindow({ page: 3, size: 10 })).toEqual({ offset: 20, limit: 10 })
})

it('writes no Link header without links', () => {
  expect(linkHeader([['self', 'http://localhost/a']])).toBe('<http://localhost/a>; rel="self"')
  expect(linkHeader([])).toBeUndefined()
})
