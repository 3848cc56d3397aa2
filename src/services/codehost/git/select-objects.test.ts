import { describe, expect, it } from 'vitest'
import { MemoryObjects } from './git.fixture.ts'
import { blob, commit, tree, type Commit, type GitObject } from './objects.ts'
import { parseFilter, selectObjects } from './select-objects.ts'

const person = { name: 'A', email: 'a@example.com', at: 0 }

/** A store in which each commit has files of its own. */
class History {
  readonly objects = new MemoryObjects()

  commit(files: Readonly<Record<string, string>>, ...parents: readonly Commit[]): Commit {
    const entries = Object.entries(files).map(([path, content]) => {
      const made = blob(content)
      this.objects.put(made)
      return { path, mode: '100644' as const, sha: made.sha }
    })
    const root = tree(entries)
    const shas = parents.map(({ sha }) => sha)
    const made = commit({ tree: root.sha, parents: shas, author: person, committer: person, message: '' })
    this.objects.put(root)
    this.objects.put(made)
    return made
  }

  select(wants: readonly Commit[], haves: readonly Commit[] = [], shallow: readonly Commit[] = []): GitObject[] {
    return selectObjects(this.objects, {
      wants: wants.map(({ sha }) => sha),
      haves: haves.map(({ sha }) => sha),
      clientShallow: new Set(),
      shallow: new Set(shallow.map(({ sha }) => sha)),
      filter: null,
    })
  }
}

const kinds = (objects: readonly GitObject[]): string[] => objects.map(({ kind }) => kind)

describe('the objects that a client lacks', () => {
  it('are those of the commits that it lacks, without what the commits before them had', () => {
    const history = new History()
    const first = history.commit({ a: 'a', b: 'b' })
    const second = history.commit({ a: 'other' }, first)
    const side = history.commit({ a: 'a', b: 'b', c: 'c' }, first)
    // The client named its newest commit only, whose tree has none of these files.
    expect(kinds(history.select([side], [second]))).toEqual(['commit', 'tree', 'blob'])
  })

  it('are none when it has everything', () => {
    const history = new History()
    const first = history.commit({ a: 'a' })
    const second = history.commit({ a: 'b' }, first)
    expect(history.select([first, second], [second])).toEqual([])
  })

  it('end where the history is cut', () => {
    const history = new History()
    const first = history.commit({ a: 'a' })
    const second = history.commit({ a: 'b' }, first)
    expect(kinds(history.select([second], [], [second]))).toEqual(['commit', 'tree', 'blob'])
  })

  it('are each sent once', () => {
    const history = new History()
    const first = history.commit({ a: 'a', b: 'a' })
    const second = history.commit({ a: 'a', b: 'a', c: 'c' }, first)
    const sent = history.select([second, first, second]).map(({ sha }) => sha)
    expect(sent).toHaveLength(6)
    expect(new Set(sent).size).toBe(6)
  })
})

describe('a filter', () => {
  it.each([
    ['blob:none', { blobLimit: 0, treeDepth: null }],
    ['blob:limit=2k', { blobLimit: 2048, treeDepth: null }],
    ['tree:3', { blobLimit: null, treeDepth: 3 }],
    ['combine:blob:limit=1m+tree%3A2', { blobLimit: 1024 ** 2, treeDepth: 2 }],
    ['combine:tree:3+tree:1', { blobLimit: null, treeDepth: 1 }],
    ['sparse:oid=main', null],
    ['combine:tree:3+sparse:oid=main', null],
  ])('is read: %s', (spec, filter) => {
    expect(parseFilter(spec)).toEqual(filter)
  })
})
