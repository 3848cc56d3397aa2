import { expect, test } from 'vitest'
import { GitRepository, MemoryObjects, Random, commitFiles } from './git.fixture.ts'
import { EMPTY_TREE, blob, tree } from './objects.ts'
import { entryAt, levelsOf, readTree, treeDifferences, walkTree, writeTree } from './trees.ts'
import type { TreeChange } from './trees.ts'

const FILES = { 'README.md': 'readme', 'src/index.ts': 'index', 'src/lib/a.ts': 'a', 'src-old/b.ts': 'b' }

function sample(): { objects: MemoryObjects; tree: string; file: string } {
  const objects = new MemoryObjects()
  const file = blob('new')
  objects.put(file)
  return { objects, tree: commitFiles(objects, FILES).tree, file: file.sha }
}

function pathsOf(objects: MemoryObjects, sha: string): string[] {
  return [...readTree(objects, sha).keys()]
}

test('walks a tree in the order of git ls-tree', () => {
  using git = new GitRepository()
  const objects = new MemoryObjects()
  const commit = commitFiles(objects, FILES)
  git.import(objects, [commit])
  const print = (recursive: boolean): string =>
    walkTree(objects, commit.tree, { recursive })
      .map((entry) => `${entry.mode} ${entry.mode === '040000' ? 'tree' : 'blob'} ${entry.sha}\t${entry.path}\n`)
      .join('')
  expect(print(true)).toBe(git.run(['ls-tree', '-r', '-t', commit.sha]))
  expect(print(false)).toBe(git.run(['ls-tree', commit.sha]))
})

test('writes no tree deeper than git reads', () => {
  const { objects, file } = sample()
  const half = writeTree(objects, null, [{ path: `${'a/'.repeat(1023)}f`, sha: file }])
  expect(levelsOf(objects, [half, EMPTY_TREE])).toBe(1024)
  const whole = writeTree(objects, null, [{ path: Array(1024).fill('a').join('/'), mode: '040000', sha: half }])
  expect(walkTree(objects, whole, { recursive: true })).toHaveLength(2048)
  expect(() =>
    writeTree(objects, null, [{ path: Array(1025).fill('a').join('/'), mode: '040000', sha: half }]),
  ).toThrow(/too deep/)
})

test('finds the entry at a path', () => {
  const { objects, tree: sha } = sample()
  expect(entryAt(objects, sha, 'src/lib/a.ts')).toEqual({ path: 'a.ts', mode: '100644', sha: blob('a').sha })
  expect(entryAt(objects, sha, 'src/lib')?.mode).toBe('040000')
  for (const missing of ['', 'src/none', 'README.md/x', 'src/', '/src']) {
    expect(entryAt(objects, sha, missing)).toBeNull()
  }
})

test('writes the same tree from changes as from all files', () => {
  const random = new Random(6)
  const objects = new MemoryObjects()
  let sha: string = EMPTY_TREE
  const files = new Map<string, { mode: '100644' | '100755'; sha: string }>()
  for (let round = 0; round < 200; round++) {
    const changes: TreeChange[] = random.list(1 + random.below(4), () => {
      const path = random.list(1 + random.below(3), () => random.pick(['a', 'b', 'a.b'] as const)).join('/')
      const content = blob(String(random.below(9)))
      objects.put(content)
      return { path, mode: random.pick(['100644', '100755'] as const), sha: random.chance(0.4) ? null : content.sha }
    })
    for (const change of changes.slice(-1)) {
      const { path, mode, sha: blobSha } = change
      for (const other of files.keys()) if (other === path || other.startsWith(`${path}/`)) files.delete(other)
      if (blobSha === null) continue
      for (const other of files.keys()) if (path.startsWith(`${other}/`)) files.delete(other)
      files.set(path, { mode: mode === '100755' ? mode : '100644', sha: blobSha })
    }
    sha = writeTree(objects, sha, changes.slice(-1))
    const all = [...files].map(([path, file]) => ({ path, ...file }))
    expect(sha).toBe(writeTree(objects, null, all))
    expect(new Set(pathsOf(objects, sha))).toEqual(new Set(files.keys()))
  }
})

test('reads and writes only directories on a changed path', () => {
  const { objects, tree: sha, file } = sample()
  const visited: string[] = []
  const watched = {
    get: (one: string) => {
      visited.push(one)
      return objects.get(one)
    },
    has: (one: string) => objects.has(one),
    put: (one: Parameters<typeof objects.put>[0]) => objects.put(one),
  }
  writeTree(watched, sha, [{ path: 'src/lib/a.ts', mode: '100644', sha: file }])
  expect(visited).not.toContain(entryAt(objects, sha, 'src-old')?.sha)
  expect(visited.length).toBe(3)
})

test('removes empty directories, down to the empty tree', () => {
  const { objects, tree: sha } = sample()
  const less = writeTree(objects, sha, [{ path: 'src/lib/a.ts', sha: null }])
  expect(pathsOf(objects, less)).toEqual(['README.md', 'src-old/b.ts', 'src/index.ts'])
  const none = Object.keys(FILES).map((path) => ({ path, sha: null }))
  expect(writeTree(objects, sha, none)).toBe(EMPTY_TREE)
  expect(objects.has(EMPTY_TREE)).toBe(true)
})

test('replaces a file by a directory and a directory by a file', () => {
  const { objects, tree: sha, file } = sample()
  const directory = writeTree(objects, sha, [{ path: 'README.md/x', sha: file }])
  expect(entryAt(objects, directory, 'README.md')?.mode).toBe('040000')
  const back = writeTree(objects, directory, [
    { path: 'README.md', sha: file },
    { path: 'src', sha: null },
  ])
  expect(pathsOf(objects, back)).toEqual(['README.md', 'src-old/b.ts'])
  const moved = writeTree(objects, sha, [
    { path: 'README.md', sha: null },
    { path: 'README.md/y', sha: file },
  ])
  expect(entryAt(objects, moved, 'README.md/y')?.sha).toBe(file)
})

test('keeps a file when a path below it is deleted', () => {
  const { objects, tree: sha } = sample()
  expect(
    writeTree(objects, sha, [
      { path: 'README.md/x', sha: null },
      { path: 'none/y', sha: null },
    ]),
  ).toBe(sha)
})

test('keeps the mode of a file and writes a tree as a directory when no mode is given', () => {
  const { objects, file } = sample()
  const base = writeTree(objects, null, [{ path: 'run', mode: '100755', sha: file }])
  const other = blob('other')
  const inner = tree([{ path: 'x', mode: '100644', sha: file }])
  objects.put(inner)
  const next = writeTree(objects, base, [
    { path: 'run', sha: other.sha },
    { path: 'new', sha: inner.sha },
  ])
  expect(entryAt(objects, next, 'run')?.mode).toBe('100755')
  expect(entryAt(objects, next, 'new')).toEqual({ path: 'new', mode: '040000', sha: inner.sha })
})

test('refuses a malformed path', () => {
  const { objects, tree: sha, file } = sample()
  expect(() => writeTree(objects, sha, [{ path: 'a//b', sha: file }])).toThrow('malformed tree entry name ""')
  expect(() => writeTree(objects, sha, [{ path: 'a/../b', sha: file }])).toThrow('malformed tree entry name ".."')
})

test('lists only the files that differ', () => {
  const { objects, tree: sha, file } = sample()
  const next = writeTree(objects, sha, [
    { path: 'README.md/x', sha: file },
    { path: 'src/index.ts', sha: file },
  ])
  expect(treeDifferences(objects, sha, next).map(({ path, before, after }) => [path, !before, !after])).toEqual([
    ['README.md', false, true],
    ['README.md/x', true, false],
    ['src/index.ts', false, false],
  ])
  expect(treeDifferences(objects, null, sha)).toHaveLength(4)
})
