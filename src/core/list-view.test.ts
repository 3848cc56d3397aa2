import { beforeEach, describe, expect, it } from 'vitest'
import {
  keyAfter,
  mapView,
  viewOfIndex,
  viewOfOrderedRows,
  viewOfReference,
  viewOfRows,
  viewWithCursors,
} from './list-view.ts'
import { collection, Store } from './store.ts'

interface Shelf {
  readonly id: number
}

interface Book {
  readonly id: number
  readonly shelfId: number
  readonly title: string
  readonly year: number
}

const definitions = {
  shelves: collection<Shelf>()({}),
  books: collection<Book>()({
    indexes: { byShelf: ['shelfId'], byTitle: ['shelfId', 'title'] },
    references: { shelfId: { to: 'shelves', onDelete: 'cascade' } },
  }),
}

let store: Store<typeof definitions>

beforeEach(() => {
  store = new Store(definitions)
  for (const id of [1, 2]) store.rows.shelves.insert({ id })
  for (const [shelfId, title, year] of [
    [1, 'Emma', 1815],
    [2, 'Ulysses', 1922],
    [1, 'Beloved', 1987],
    [1, 'Middlemarch', 1871],
  ] as const) {
    store.rows.books.insert({ shelfId, title, year })
  }
})

const titles = (books: readonly Book[]): string[] => books.map(({ title }) => title)

describe('a list of an index', () => {
  it('has the rows under the prefix, in the order of the index', () => {
    const view = viewOfIndex(store.rows.books, 'byTitle', [1])
    expect(view.total).toBe(3)
    expect(titles(view.slice(0, 2))).toEqual(['Beloved', 'Emma'])
    expect(titles(view.slice(2, 2))).toEqual(['Middlemarch'])
    expect(view.slice(3, 2)).toEqual([])
  })

  it('counts the rows before a key, whether or not a row has the key', () => {
    const view = viewOfIndex(store.rows.books, 'byTitle', [1])
    expect(view.countBefore('Emma')).toBe(1)
    expect(view.countBefore(keyAfter('Emma'))).toBe(2)
    expect(view.countBefore('Dracula')).toBe(1)
    expect(view.countBefore('Zorba')).toBe(3)
  })

  it('begins with the largest key when it is descending', () => {
    const view = viewOfIndex(store.rows.books, 'byTitle', [1], { descending: true })
    expect(view.total).toBe(3)
    expect(titles(view.slice(0, 2))).toEqual(['Middlemarch', 'Emma'])
    expect(titles(view.slice(2, 5))).toEqual(['Beloved'])
    expect(view.countBefore('Middlemarch')).toBe(0)
    expect(view.countBefore('Emma')).toBe(1)
    expect(view.countBefore('Dracula')).toBe(2)
    expect(view.countBefore('Aesop')).toBe(3)
  })

  it('has the id as its key after all parts of the index', () => {
    const books = viewOfIndex(store.rows.books, 'byShelf', [1])
    const newest = viewOfIndex(store.rows.books, 'byShelf', [1], { descending: true })
    expect([1, 2, 3, 4, 5].map((id) => books.countBefore(id))).toEqual([0, 1, 1, 2, 3])
    expect([1, 2, 3, 4, 5].map((id) => newest.countBefore(id))).toEqual([2, 2, 1, 0, 0])
  })

  it('reads only the rows of a page', () => {
    const read: number[] = []
    const { books } = store.rows
    const require = books.require.bind(books)
    books.require = (id) => {
      read.push(Number(id))
      return require(id)
    }
    const view = viewOfIndex(books, 'byShelf', [1], { descending: true })
    expect(view.countBefore(3)).toBe(1)
    view.slice(1, 1)
    expect(read).toEqual([3])
  })
})

it('lists the rows that refer to another row', () => {
  const view = viewOfReference(store.rows.books, 'shelfId', 1)
  expect(view.total).toBe(3)
  expect(titles(view.slice(1, 5))).toEqual(['Beloved', 'Middlemarch'])
})

it('lists rows at hand, in their order', () => {
  const view = viewOfRows(['b', 'a', 'c'])
  expect(view.total).toBe(3)
  expect(view.slice(1, 5)).toEqual(['a', 'c'])
  expect(view.slice(3, 5)).toEqual([])
})

it('counts the rows at hand before a key like those of an index', () => {
  const books = store.rows.books.list('byTitle', 1)
  const atHand = viewOfOrderedRows(books, ({ title }) => title)
  const inIndex = viewOfIndex(store.rows.books, 'byTitle', [1])
  for (const key of ['Aesop', 'Beloved', 'Emma', keyAfter('Emma'), 'Zorba']) {
    expect(atHand.countBefore(key)).toBe(inIndex.countBefore(key))
  }
  expect(atHand.slice(1, 1)).toEqual(inIndex.slice(1, 1))
})

it('replaces the rows of a page', () => {
  const replaced: string[] = []
  const view = mapView(viewOfRows(['a', 'b', 'c']), (letter) => {
    replaced.push(letter)
    return letter.toUpperCase()
  })
  expect(view.total).toBe(3)
  expect(view.slice(1, 1)).toEqual(['B'])
  expect(replaced).toEqual(['b'])
})

describe('a list with cursors', () => {
  const words = ['pear', 'fig', 'plum', 'apple']

  it('continues after the row of a cursor', () => {
    const view = viewWithCursors(words, (word) => word)
    expect(view.positionAfter('fig')).toBe(2)
    expect(view.slice(2, 1)).toEqual(['plum'])
  })

  it('has no position for a cursor of no row', () => {
    expect(viewWithCursors(words, (word) => word).positionAfter('kiwi')).toBeUndefined()
  })

  it('keeps the place of a row that does not match', () => {
    const view = viewWithCursors(
      words,
      (word) => word,
      (word) => word.startsWith('p'),
    )
    expect(view.total).toBe(2)
    expect(view.slice(0, 5)).toEqual(['pear', 'plum'])
    expect(view.positionAfter('fig')).toBe(1)
    expect(view.positionAfter('apple')).toBe(2)
    expect(view.positionAfter('kiwi')).toBeUndefined()
  })
})
