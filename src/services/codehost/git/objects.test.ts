import { expect, test } from 'vitest'
import { ADA, GitRepository, MemoryObjects, Random, commitFiles } from './git.fixture.ts'
import { EMPTY_TREE, blob, blobBytes, blobText, commit, commitAt, tag, tree } from './objects.ts'
import type { Commit } from './objects.ts'

const SHA = 'a'.repeat(40)

test('hashes blobs, trees and commits as git does', () => {
  using git = new GitRepository()
  const random = new Random(1)
  const objects = new MemoryObjects()
  const commits: Commit[] = []
  for (let round = 0; round < 60; round++) {
    const files: Parameters<typeof commitFiles>[1] = Object.fromEntries(
      random.list(1 + random.below(8), () => {
        const path = random.pick(['a', 'a.b', 'a-b', 'a0', 'z', 'é', 'Z', '\u{10000}', '\uffee', 'dir name'] as const)
        const directory = random.pick(['', '', 'lib/', 'lib/a/', 'lib.d/', 'lib-x/'] as const)
        const content = random.chance(0.3)
          ? Uint8Array.from(random.list(random.below(40), () => random.below(256)))
          : `text ${random.below(1000)} é\n`
        const mode = random.pick(['100644', '100644', '100755', '120000'] as const)
        return [`${directory}${path}${random.below(3)}`, { mode, content }]
      }),
    )
    const last = commits.at(-1)
    const parents = last === undefined || random.chance(0.2) ? [] : [last.sha]
    const other = commits[random.below(commits.length)]
    if (parents.length > 0 && other !== undefined && random.chance(0.3)) parents.push(other.sha)
    const author = {
      name: 'Émile B',
      email: 'e@x.org',
      at: 1_700_000_000_000 + round * 1000,
      offset: random.pick([0, 330, -570]),
    }
    const message = random.pick(['subject', 'subject\n\nbody é\n', '', '\n\nodd\n\n'] as const)
    commits.push(commitFiles(objects, files, { parents: [...new Set(parents)], author, message }))
  }
  expect(git.import(objects, commits)).toEqual(commits.map(({ sha }) => sha))
})

test('hashes signed commits and annotated tags as git does', () => {
  using git = new GitRepository()
  const objects = new MemoryObjects()
  const target = commitFiles(objects, { 'a.txt': 'a\n' })
  git.import(objects, [target])
  const person = 'Ada Lovelace <ada@example.com> 1704164645 +0000'
  const signed = commit({ ...target, parents: [target.sha], signature: '-----BEGIN\n\nabc\n-----END\n' })
  const raw = `tree ${target.tree}\nparent ${target.sha}\nauthor ${person}\ncommitter ${person}\ngpgsig -----BEGIN\n \n abc\n -----END\n\nchange files`
  expect(git.run(['hash-object', '-t', 'commit', '--stdin'], raw).trim()).toBe(signed.sha)
  const made = tag({ object: target.sha, type: 'commit', tag: 'v1', tagger: ADA, message: 'first\n' })
  const rawTag = `object ${target.sha}\ntype commit\ntag v1\ntagger ${person}\n\nfirst\n`
  expect(git.run(['mktag'], rawTag).trim()).toBe(made.sha)
})

test('reads the empty tree though it is not stored', () => {
  expect(tree([]).sha).toBe(EMPTY_TREE)
})

test('refuses malformed and duplicate tree entries', () => {
  for (const path of ['', '.', '..', '.git', '.GIT', 'a/b']) {
    expect(() => tree([{ path, mode: '100644', sha: SHA }])).toThrow(
      `malformed tree entry name ${JSON.stringify(path)}`,
    )
  }
  const twice = [
    { path: 'a', mode: '100644', sha: SHA },
    { path: 'a', mode: '040000', sha: SHA },
  ] as const
  expect(() => tree(twice)).toThrow('duplicate tree entry "a"')
})

test('stores bytes that are not text as base64 and returns them unchanged', () => {
  const bytes = Uint8Array.of(0xff, 0xfe, 0, 1)
  expect(blob(bytes)).toMatchObject({ encoding: 'base64', size: 4 })
  expect(Uint8Array.from(blobBytes(blob(bytes)))).toEqual(bytes)
  expect(blob(Buffer.from('é'))).toEqual(blob('é'))
  expect(blob('\ud800')).toEqual(blob('\ufffd'))
})

test('treats a blob with a NUL in its first 8000 bytes as binary', () => {
  expect(blobText(blob('a\0b'))).toBeNull()
  expect(blobText(blob(Uint8Array.of(0xff, 0)))).toBeNull()
  expect(blobText(blob('é'.repeat(4000) + '\0'))).not.toBeNull()
  expect(blobText(blob('é'.repeat(3999) + 'a\0'))).toBeNull()
  expect(blobText(blob(Uint8Array.of(0x61, 0xff)))).toBe('a\ufffd')
})

test('stores identities as git does: whole seconds, no brackets, no outer punctuation', () => {
  const author = { name: ' "Ada <L>, Jr." ', email: '<ada@example.com>', at: 1999 }
  const made = commit({ tree: EMPTY_TREE, parents: [], author, committer: ADA, message: '' })
  expect(made.author).toEqual({ name: 'Ada L>, Jr'.replace('>', ''), email: 'ada@example.com', at: 1000 })
})

test('names the kind of an object when another kind is requested', () => {
  const objects = new MemoryObjects()
  const file = blob('a')
  objects.put(file)
  expect(() => commitAt(objects, file.sha)).toThrow(`object ${file.sha} is a blob, not a commit`)
})
