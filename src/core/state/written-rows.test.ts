import { describe, expect, it as base } from 'vitest'
import { collection, Store, value } from '../store.ts'

interface Author {
  readonly id: number
  readonly name: string
}
interface Note {
  readonly id: number
  readonly title: string
  readonly authorId: number
}

const collections = {
  authors: collection<Author>()({}),
  notes: collection<Note>()({ references: { authorId: { to: 'authors', onDelete: 'cascade' } } }),
  visits: value(0),
  motto: value('none'),
}

const it = base
  .extend('store', () => {
    const store = new Store(collections)
    const author = store.rows.authors.insert({ name: 'Ada' })
    store.rows.notes.insert({ title: 'one', authorId: author.id })
    return store
  })
  .extend('written', (): string[] => [])

/** Returns the texts of all notes, and adds the titles of those that are written to `written`. */
function textsOf(store: Store<typeof collections>, written: string[], form = 'note'): string[] {
  const write = store.written.writer(form, (rows) => (note: Note) => {
    written.push(note.title)
    return { title: note.title, by: rows.authors.require(note.authorId).name, motto: rows.motto.get() }
  })
  return store.rows.notes.all().map((note) => write(note))
}

describe('the text of a row', () => {
  it('is written once as long as nothing changes that it was written from', ({ store, written }) => {
    const first = textsOf(store, written)
    store.rows.visits.set(1)
    expect(textsOf(store, written)).toEqual(first)
    expect(first).toEqual(['{"title":"one","by":"Ada","motto":"none"}'])
    expect(written).toEqual(['one'])
  })

  it('is written again after a change of the row', ({ store, written }) => {
    textsOf(store, written)
    store.rows.notes.update(1, { title: 'two' })
    expect(textsOf(store, written)).toEqual(['{"title":"two","by":"Ada","motto":"none"}'])
  })

  it('is written again after a change of a row or a value that the writer has read', ({ store, written }) => {
    textsOf(store, written)
    store.rows.authors.update(1, { name: 'Grace' })
    expect(textsOf(store, written)).toEqual(['{"title":"one","by":"Grace","motto":"none"}'])
    store.rows.motto.set('some')
    expect(textsOf(store, written)).toEqual(['{"title":"one","by":"Grace","motto":"some"}'])
  })

  it('is written again after a change that is undone has been read', ({ store, written }) => {
    const before = textsOf(store, written)
    expect(() =>
      store.transaction(() => {
        store.rows.authors.update(1, { name: 'Grace' })
        expect(textsOf(store, written)).toEqual(['{"title":"one","by":"Grace","motto":"none"}'])
        throw new Error('refused')
      }),
    ).toThrow('refused')
    expect(textsOf(store, written)).toEqual(before)
  })

  it('is gone with a reset', ({ store, written }) => {
    const seeded = store.snapshot()
    store.rows.authors.update(1, { name: 'Grace' })
    textsOf(store, written)
    expect(textsOf(store.succeed(seeded), written)).toEqual(['{"title":"one","by":"Ada","motto":"none"}'])
  })

  it('is another one in another form', ({ store, written }) => {
    textsOf(store, written)
    textsOf(store, written, 'note for Grace')
    expect(written).toEqual(['one', 'one'])
  })

  it('is forgotten when more than a mebibyte is kept', ({ store, written }) => {
    const long = 'x'.repeat(600_000)
    store.rows.notes.insert({ title: long, authorId: 1 })
    textsOf(store, written)
    store.rows.notes.insert({ title: `${long}y`, authorId: 1 })
    textsOf(store, written)
    written.length = 0
    textsOf(store, written)
    expect(written).toEqual(['one', long, `${long}y`])
  })
})
