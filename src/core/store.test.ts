import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { collection, EpochEnded, RestrictViolation, sequence, Store, UniqueViolation, value } from './store.ts'

interface Author {
  readonly id: number
  readonly login: string
}
interface Book {
  readonly id: number
  readonly authorId: number
  readonly editorId: number | null
  readonly shelfId: string | null
  readonly title: string
  readonly state: 'open' | 'closed'
  readonly tags: readonly string[]
}
interface Shelf {
  readonly id: string
}

const definitions = {
  authors: collection<Author>()({ unique: { login: [(author) => author.login.toLowerCase()] } }),
  shelves: collection<Shelf>()({}),
  books: collection<Book>()({
    unique: { title: ['authorId', 'title'] },
    indexes: { byState: ['authorId', 'state'], byEditor: ['editorId', 'title'] },
    references: {
      authorId: { to: 'authors', onDelete: 'cascade' },
      editorId: { to: 'authors', onDelete: 'set null' },
      shelfId: { to: 'shelves', onDelete: 'restrict' },
    },
  }),
  strictAuth: value(false),
  motto: value<string | null>('none yet'),
  loans: value<number, [login: string, year: number]>(0),
  numbers: sequence(),
  signatures: sequence<[shelf: string]>(),
}

let store: Store<typeof definitions>
let ada: Author

beforeEach(() => {
  store = new Store(definitions)
  ada = store.rows.authors.insert({ login: 'Ada' })
})

function book(title: string, fields: Partial<Omit<Book, 'id'>> = {}): Book {
  const defaults = { authorId: ada.id, editorId: null, shelfId: null, state: 'open', tags: ['new'] } as const
  return store.rows.books.insert({ ...defaults, title, ...fields })
}

describe('a value', () => {
  it('is its initial value until it is set and after it is deleted', () => {
    const { strictAuth, motto } = store.rows
    expect(strictAuth.get()).toBe(false)
    strictAuth.set(true)
    expect(strictAuth.get()).toBe(true)
    strictAuth.delete()
    expect(strictAuth.get()).toBe(false)
    motto.set(null)
    expect(motto.get()).toBeNull()
  })

  it('has one value for each key', () => {
    const { loans } = store.rows
    loans.set(2, 'ada', 2026)
    loans.set(3, 'ada', 2027)
    expect([loans.get('ada', 2026), loans.get('ada', 2027), loans.get('grace', 2026)]).toEqual([2, 3, 0])
    loans.delete('ada', 2026)
    expect([loans.get('ada', 2026), loans.get('ada', 2027)]).toEqual([0, 3])
  })

  it('is part of a snapshot and of a transaction', () => {
    const { loans, strictAuth } = store.rows
    loans.set(2, 'ada', 2026)
    const snapshot = store.snapshot()
    loans.set(5, 'ada', 2026)
    strictAuth.set(true)
    store = store.succeed(snapshot)
    expect([store.rows.loans.get('ada', 2026), store.rows.strictAuth.get()]).toEqual([2, false])
    const work = (): never => {
      store.rows.loans.delete('ada', 2026)
      store.rows.strictAuth.set(true)
      throw new Error('no')
    }
    expect(() => store.transaction(work)).toThrow('no')
    expect([store.rows.loans.get('ada', 2026), store.rows.strictAuth.get()]).toEqual([2, false])
  })
})

describe('a sequence', () => {
  it('counts from 1, separately for each key', () => {
    const { numbers, signatures } = store.rows
    expect([numbers.last(), numbers.next(), numbers.next(), numbers.last()]).toEqual([0, 1, 2, 2])
    expect([signatures.next('A'), signatures.next('B'), signatures.next('A')]).toEqual([1, 1, 2])
  })

  it('is part of a snapshot and of a transaction', () => {
    store.rows.numbers.next()
    const snapshot = store.snapshot()
    store.rows.numbers.next()
    store = store.succeed(snapshot)
    const work = (): never => {
      store.rows.numbers.next()
      throw new Error('no')
    }
    expect(() => store.transaction(work)).toThrow('no')
    expect(store.rows.numbers.next()).toBe(2)
  })

  it('numbers the rows of a collection, and records that share the numbers', () => {
    expect(book('one').id).toBe(1)
    expect(store.rows.books.nextId()).toBe(2)
    expect(book('two').id).toBe(3)
    const work = (): never => {
      store.rows.books.nextId()
      throw new Error('no')
    }
    expect(() => store.transaction(work)).toThrow('no')
    expect(book('three').id).toBe(4)
  })
})

describe('a collection', () => {
  it('numbers rows from 1 and freezes them deeply', () => {
    const first = book('one')
    expect(first.id).toBe(1)
    expect(book('two').id).toBe(2)
    expect(Object.isFrozen(first)).toBe(true)
    expect(Object.isFrozen(first.tags)).toBe(true)
  })

  it('skips ids that rows were inserted with', () => {
    store.rows.authors.insert({ id: ada.id + 1, login: 'Grace' })
    expect(store.rows.authors.insert({ login: 'Edsger' }).id).toBe(ada.id + 2)
  })

  it('refuses a row with the id of another', () => {
    expect(() => store.rows.authors.insert({ id: ada.id, login: 'Grace' })).toThrow(
      'authors: another row has the same id (1)',
    )
    expect(store.rows.authors.require(ada.id)).toBe(ada)
  })

  it('finds rows by a compound unique key and refuses a second one', () => {
    const first = book('one')
    expect(store.rows.books.find('title', ada.id, 'one')).toBe(first)
    expect(store.rows.authors.find('login', 'ada')).toBe(ada)
    expect(() => book('one')).toThrow(UniqueViolation)
    expect(() => store.rows.books.update(book('two').id, { title: 'one' })).toThrow(
      'books: another row has the same title (1, one)',
    )
    expect(store.rows.books.find('title', ada.id, 'two')?.title).toBe('two')
  })

  it('replaces a row and keeps the fields that the change does not name', () => {
    const first = book('one')
    const changed = store.rows.books.update(first.id, { title: 'uno' })
    expect(changed).toEqual({ ...first, title: 'uno' })
    expect(first.title).toBe('one')
    expect(store.rows.books.find('title', ada.id, 'one')).toBeUndefined()
  })

  it('lists rows in the order of an index, in both directions, and counts them', () => {
    for (let index = 0; index < 10; index++) book(`b${index}`, { state: index % 2 === 0 ? 'open' : 'closed' })
    const page = store.rows.books.page('byState', [ada.id, 'open'], { offset: 1, limit: 2, descending: true })
    expect(page.rows.map((each) => each.title)).toEqual(['b6', 'b4'])
    expect(page.total).toBe(5)
    expect(store.rows.books.count('byState', ada.id)).toBe(10)
    expect([...store.rows.books.scan('byState', [ada.id, 'closed'])].map((each) => each.id)).toEqual([2, 4, 6, 8, 10])
    expect(store.rows.books.page('byState', [ada.id, 'open'], { offset: 9, limit: 2 })).toEqual({ rows: [], total: 5 })
    expect(store.rows.books.page('byState', [ada.id, 'open'], { offset: 9, limit: 2, descending: true }).rows).toEqual(
      [],
    )
  })

  it('walks the rows of an index from a position on, in both directions', () => {
    for (let index = 0; index < 100; index++) book(`${index}`, { state: index % 2 === 0 ? 'open' : 'closed' })
    const titles = (options?: { offset?: number; descending?: boolean }): string[] =>
      [...store.rows.books.walk('byState', [ada.id, 'open'], options)].map(({ title }) => title)
    const even = Array.from({ length: 50 }, (_, index) => `${index * 2}`)
    expect(titles()).toEqual(even)
    expect(titles({ offset: 40 })).toEqual(even.slice(40))
    expect(titles({ offset: 10, descending: true })).toEqual(even.toReversed().slice(10))
    expect(titles({ offset: 50 })).toEqual([])
  })

  it('counts the rows before a value of an index, whether the value exists or not', () => {
    for (const [index, state] of (['open', 'closed', 'open'] as const).entries()) book(`${index}`, { state })
    expect(store.rows.books.countBefore('byState', [ada.id], 'closed')).toBe(0)
    expect(store.rows.books.countBefore('byState', [ada.id], 'lost')).toBe(1)
    expect(store.rows.books.countBefore('byState', [ada.id], 'open')).toBe(1)
    expect(store.rows.books.countBefore('byState', [ada.id], 'open?')).toBe(3)
    expect(store.rows.books.countBefore('byState', [ada.id + 1], 'open')).toBe(0)
  })

  it('does not list a row whose first index part is null', () => {
    const edited = book('edited', { editorId: ada.id })
    const other = book('unedited')
    expect(store.rows.books.list('byEditor').map(({ id }) => id)).toEqual([edited.id])
    store.rows.books.update(other.id, { editorId: ada.id })
    store.rows.books.update(edited.id, { editorId: null })
    expect(store.rows.books.list('byEditor').map(({ id }) => id)).toEqual([other.id])
    expect(store.rows.books.count('byEditor')).toBe(1)
  })

  it('moves a row between lists when an index part changes', () => {
    const first = book('one')
    store.rows.books.update(first.id, { state: 'closed' })
    expect(store.rows.books.count('byState', ada.id, 'open')).toBe(0)
    expect(store.rows.books.list('byState', ada.id, 'closed')).toHaveLength(1)
  })
})

describe('a reference', () => {
  it('must point to a row', () => {
    expect(() => book('one', { authorId: 99 })).toThrow('books.authorId: no row of authors has the id 99')
  })

  it('deletes its rows, clears its fields, or refuses the deletion, as declared', () => {
    const eve = store.rows.authors.insert({ login: 'Eve' })
    const shelf = store.rows.shelves.insert({ id: 'top' })
    const edited = book('edited', { editorId: eve.id, shelfId: shelf.id })
    book('gone', { authorId: eve.id })
    store.rows.authors.delete(eve.id)
    expect(store.rows.books.get(edited.id)?.editorId).toBeNull()
    expect(store.rows.books.size).toBe(1)
    expect(() => store.rows.shelves.delete('top')).toThrow(RestrictViolation)
    store.rows.authors.delete(ada.id)
    expect(store.rows.books.size).toBe(0)
    expect(store.rows.shelves.delete('top')).toBe(true)
  })

  it('that refuses a deletion undoes what the other references did', () => {
    interface Part {
      readonly id: number
      readonly of: number
    }
    const refer = (onDelete: 'cascade' | 'restrict') =>
      collection<Part>()({ references: { of: { to: 'wholes', onDelete } } })
    const { rows } = new Store({
      wholes: collection<{ readonly id: number }>()({}),
      dependents: refer('cascade'),
      holders: refer('restrict'),
    })
    const whole = rows.wholes.insert({})
    rows.dependents.insert({ of: whole.id })
    rows.holders.insert({ of: whole.id })
    expect(() => rows.wholes.delete(whole.id)).toThrow(RestrictViolation)
    expect([rows.wholes.size, rows.dependents.size]).toEqual([1, 1])
  })

  it('and another to the same row are applied in any order', () => {
    interface Pair {
      readonly id: number
      readonly left: number | null
      readonly right: number | null
    }
    const { rows } = new Store({
      ends: collection<{ readonly id: number }>()({}),
      pairs: collection<Pair>()({
        references: { left: { to: 'ends', onDelete: 'set null' }, right: { to: 'ends', onDelete: 'set null' } },
      }),
    })
    const end = rows.ends.insert({})
    const pair = rows.pairs.insert({ left: end.id, right: end.id })
    rows.ends.delete(end.id)
    expect(rows.pairs.get(pair.id)).toMatchObject({ left: null, right: null })
  })

  it('may lead in a circle, which is deleted as a whole', () => {
    interface Folder {
      readonly id: number
      readonly parentId: number | null
    }
    const { rows } = new Store({
      folders: collection<Folder>()({ references: { parentId: { to: 'folders', onDelete: 'cascade' } } }),
    })
    const outer = rows.folders.insert({ parentId: null })
    const inner = rows.folders.insert({ parentId: outer.id })
    rows.folders.update(outer.id, { parentId: inner.id })
    expect(rows.folders.delete(outer.id)).toBe(true)
    expect(rows.folders.size).toBe(0)
  })

  it('is refused when it names an unknown collection', () => {
    const broken = { books: collection<Book>()({ references: { authorId: { to: 'autors', onDelete: 'cascade' } } }) }
    expect(() => new Store(broken)).toThrow('collection books: authorId refers to autors, which is not declared')
  })
})

describe('a store', () => {
  it('undoes a failed transaction completely', () => {
    const version = store.snapshot()
    expect(() =>
      store.transaction(() => {
        book('half')
        store.rows.numbers.next()
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(store.rows.books.size).toBe(0)
    expect(store.rows.numbers.next()).toBe(1)
    expect(version).toBeDefined()
  })

  it('undoes a transaction inside a failed one, and no change from before', () => {
    book('kept')
    expect(() =>
      store.transaction(() => {
        store.transaction(() => book('inner'))
        book('outer')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(store.rows.books.all().map((each) => each.title)).toEqual(['kept'])
    store.transaction(() => {
      book('outer')
      expect(() =>
        store.transaction(() => {
          book('inner')
          throw new Error('no')
        }),
      ).toThrow('no')
    })
    expect(store.rows.books.all().map((each) => each.title)).toEqual(['kept', 'outer'])
  })

  it('is the same after a failed transaction as before it, for any changes', () => {
    const write = fc.record({
      do: fc.constantFrom('insert' as const, 'update' as const, 'delete' as const, 'number' as const),
      at: fc.nat({ max: 6 }),
      title: fc.constantFrom('a', 'b', 'c', 'd'),
      state: fc.constantFrom('open' as const, 'closed' as const),
    })
    const apply = (each: typeof write extends fc.Arbitrary<infer W> ? W : never): void => {
      const { books } = store.rows
      const row = books.all()[each.at]
      try {
        if (each.do === 'insert') book(each.title, { state: each.state })
        else if (each.do === 'number') store.rows.numbers.next()
        else if (row !== undefined && each.do === 'update')
          books.update(row.id, { title: each.title, state: each.state })
        else if (row !== undefined) books.delete(row.id)
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error
      }
    }
    const seen = (): unknown => {
      const { books } = store.rows
      const lists = (['open', 'closed'] as const).map((state) => books.list('byState', ada.id, state))
      const found = ['a', 'b', 'c', 'd'].map((title) => books.find('title', ada.id, title))
      return [books.all(), lists, found, books.referring('authorId', ada.id), store.rows.numbers.last()]
    }
    fc.assert(
      fc.property(fc.array(write, { maxLength: 30 }), fc.array(write, { maxLength: 30 }), (before, taken) => {
        store = new Store(definitions)
        ada = store.rows.authors.insert({ login: 'Ada' })
        for (const each of before) apply(each)
        const state = seen()
        expect(() =>
          store.transaction(() => {
            for (const each of taken) apply(each)
            throw new Error('no')
          }),
        ).toThrow('no')
        expect(seen()).toEqual(state)
      }),
    )
  })

  it('undoes a transaction that failed because a key could not be made', () => {
    const notes = collection<{ readonly id: number; readonly at: number; readonly text: string }>()({
      indexes: { byTime: ['at'], byText: [({ text }) => text.toLowerCase()] },
    })
    const broken = new Store({ notes })
    const first = broken.rows.notes.insert({ at: 1, text: 'first' })
    const textless = { text: undefined as unknown as string } // as in code without types
    for (const write of [
      () => broken.rows.notes.insert({ at: 3, ...textless }),
      () => broken.rows.notes.update(first.id, { at: 3, ...textless }),
    ]) {
      const work = (): void => {
        broken.rows.notes.insert({ at: 2, text: 'second' })
        write()
      }
      expect(() => broken.transaction(work)).toThrow('toLowerCase')
      expect(broken.rows.notes.all()).toEqual([first])
      expect(broken.rows.notes.list('byTime')).toEqual([first])
      expect(broken.rows.notes.list('byText')).toEqual([first])
    }
  })

  it('keeps the state of a restore inside a failed transaction', () => {
    book('kept')
    const snapshot = store.snapshot()
    let next = store
    expect(() =>
      store.transaction(() => {
        book('half')
        next = store.succeed(snapshot)
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(next.rows.books.all().map((each) => each.title)).toEqual(['kept'])
  })

  it('undoes nothing of a failed transaction in the state that it has restored', () => {
    const { id } = book('first')
    const snapshot = store.snapshot()
    store.rows.books.update(id, { title: 'second' })
    let next = store
    expect(() =>
      store.transaction(() => {
        store.rows.books.update(id, { title: 'third' })
        next = store.succeed(snapshot)
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(next.rows.books.require(id).title).toBe('first')
  })

  it('restores a snapshot unchanged, any number of times', () => {
    book('kept')
    const snapshot = store.snapshot()
    for (let round = 0; round < 3; round++) {
      book('later')
      store.rows.authors.delete(ada.id)
      store = store.succeed(snapshot)
      expect(store.rows.books.all().map((each) => each.title)).toEqual(['kept'])
      expect(store.rows.authors.find('login', 'ada')).toEqual(ada)
    }
  })

  it('can be read, but not written, after a reset has replaced it', () => {
    const old = store
    store = store.succeed(store.snapshot())
    expect(() => old.rows.authors.insert({ login: 'late' })).toThrow(EpochEnded)
    expect(() => old.rows.strictAuth.set(true)).toThrow(EpochEnded)
    expect(() => old.rows.numbers.next()).toThrow(EpochEnded)
    expect(() => old.rows.authors.delete(ada.id)).toThrow(EpochEnded)
    expect(old.rows.authors.size).toBe(1)
    expect(store.rows.authors.size).toBe(1)
  })
})

describe('a snapshot', () => {
  it('of another store is refused, and the store keeps its state', () => {
    const other = new Store(definitions)
    expect(() => store.succeed(other.snapshot())).toThrow('this is no snapshot of this instance')
    expect(store.rows.authors.insert({ login: 'Grace' }).id).toBe(2)
  })
})
