import { expect, test } from 'vitest'
import { changedFiles } from './changes.ts'
import { formatPatch } from './patch-mail.ts'
import { unifiedDiff } from './unified-diff.ts'
import { ADA, GitRepository, MemoryObjects, Random, codeLine, commitFiles, edited, textOf } from './git.fixture.ts'
import { tree } from './objects.ts'
import type { Commit } from './objects.ts'

type Files = Parameters<typeof commitFiles>[1]

/**
 * Returns a series of random commits, each derived from the one before by edits, moves, mode changes, deletions and
 * additions.
 */
function randomSeries(seed: number, length: number): { objects: MemoryObjects; commits: Commit[] } {
  const random = new Random(seed)
  const objects = new MemoryObjects()
  const commits: Commit[] = []
  let files = new Map<string, { mode: '100644' | '100755'; lines: string[]; binary: boolean }>()
  const newPath = (): string =>
    [
      ...random.list(random.below(3), () => random.pick(['src', 'lib', 'deep', 'docs'] as const)),
      `file${random.below(40)}.txt`,
    ].join('/')
  const movedPath = (path: string): string =>
    random.chance(0.5) ? newPath() : `${random.pick(['src', 'lib', 'deep', 'docs'] as const)}/${path.split('/').at(-1)}`
  const template = random.list(40, () => codeLine(random, 0.7))
  for (let index = 0; index < length; index++) {
    const next: typeof files = new Map()
    for (const [path, file] of files) {
      if (random.chance(0.1)) continue
      const moved = random.chance(0.25) ? movedPath(path) : path
      const lines = random.chance(0.4) ? edited(random, file.lines, 1 + random.below(5)) : file.lines
      const mode = random.chance(0.1) ? (file.mode === '100644' ? '100755' : '100644') : file.mode
      next.set(moved, { ...file, lines, mode })
    }
    for (let added = random.below(5); added >= 0; added--) {
      const lines = random.chance(0.6)
        ? edited(random, template, random.below(12))
        : random.list(random.below(40), () => codeLine(random, 0.7))
      next.set(newPath(), { mode: '100644', lines, binary: random.chance(0.1) })
    }
    files = next
    // Every text ends in a line end, because git before 2.44 ignores a last line without one when it rates renames.
    const contents: Files = Object.fromEntries(
      [...files].map(([path, { mode, lines, binary }]) => [
        path,
        { mode, content: (binary ? 'bin\0' : '') + textOf(lines) },
      ]),
    )
    const parent = commits.at(-1)
    const message = random.pick([
      'Change some files\n',
      'Change some files\n\nFor a reason.\n\n- one\n- two\n',
      'A subject so long that it has to be folded in a mail, as it does not fit in a single line of a header of 78 columns\n',
      'Über-long subject with é, which is encoded as the standard wants it to be encoded, in more than one word\n\nBödy\n',
      'A subject\nof two lines\n\nBody\n',
    ] as const)
    const author = {
      ...ADA,
      name: random.pick(['Ada Lovelace', 'Émile Bœrel', 'J. Doe'] as const),
      offset: random.pick([0, -90, 120]),
    }
    const at = ADA.at + index * 60_000
    const fields = { parents: parent ? [parent.sha] : [], message, author, committer: { ...ADA, at } }
    commits.push(commitFiles(objects, contents, fields))
  }
  return { objects, commits }
}

test('finds changes, renames and patches as git does', () => {
  using git = new GitRepository()
  const { objects, commits } = randomSeries(7, 120)
  expect(git.import(objects, commits)).toEqual(commits.map(({ sha }) => sha))
  const lines = commits
    .slice(1)
    .map(({ sha }) => `${sha}\n`)
    .join('')
  const expected = git.run(
    ['diff-tree', '--stdin', '--no-commit-id', '-r', '-M', '-p', '--stat=999', '--no-color'],
    lines,
  )
  const ours = commits
    .slice(1)
    .map((commit, index) => unifiedDiff(changedFiles(objects, commits[index]?.tree ?? null, commit.tree)))
  const split = (text: string): string[] =>
    text.split(/^(?=diff --git)/m).map((part) => part.replace(/\n (?:[^\n]* \| |\d+ files? changed)[^]*$/, '\n'))
  expect(ours.flatMap((text) => split(text)).filter((part) => part !== '')).toEqual(split(expected).slice(1))
  expect(expected.match(/^rename from/gm)?.length).toBeGreaterThan(100)
})

test('formats patches as git format-patch does', () => {
  using git = new GitRepository()
  const { objects, commits } = randomSeries(8, 60)
  git.import(objects, commits)
  const changed = commits.slice(1)
  const range = `${commits[0]?.sha}..${commits.at(-1)?.sha}`
  const expected = git.run(['format-patch', '--stdout', '--no-binary', range])
  const ours = changed.map((commit, index) => {
    const changes = changedFiles(objects, commits[index]?.tree ?? null, commit.tree)
    return formatPatch(commit, changes, { number: index + 1, total: changed.length })
  })
  const split = (text: string): string[] => text.split(/^(?=From [0-9a-f]{40} Mon)/m)
  // Git separates the mails of a series by an empty line.
  const version = git.run(['version']).trim().replace('git version ', '')
  expect(split(ours.join('\n'))).toEqual(split(expected).map((mail) => mail.replace(`-- \n${version}`, '-- \n2.39.5')))
})

test('prints unusual paths, links, submodules, mode and kind changes as git does', () => {
  using git = new GitRepository()
  const objects = new MemoryObjects()
  const long = `${'directory/'.repeat(9)}file.txt`
  const one: Files = {
    'with space': 'a\n',
    'é"\\\t': 'b\n',
    empty: '',
    gone: 'gone\n',
    run: 'x\n',
    'both modes': 'x\n',
    link: { mode: '120000', content: 'target' },
    becomesLink: 'a\nb',
    latin: Uint8Array.of(0x61, 0xe9, 10, 0x62, 10),
    data: Uint8Array.of(0, 1, 2),
    [long]: 'x\n',
  }
  const two: Files = {
    'with space': 'b\n',
    'é"\\\t': 'c\n',
    newEmpty: { mode: '100755', content: '' },
    run: { mode: '100755', content: 'x\n' },
    'both modes': { mode: '100755', content: 'y\n' },
    link: { mode: '120000', content: 'other' },
    becomesLink: { mode: '120000', content: 'a\nb' },
    latin: Uint8Array.of(0x61, 0xe8, 10, 0x62, 10),
    data: Uint8Array.of(0, 1, 3, 4),
    [long]: 'y\n',
  }
  const before = commitFiles(objects, one)
  const after = commitFiles(objects, two, { parents: [before.sha] })
  git.import(objects, [before, after])
  const changes = changedFiles(objects, before.tree, after.tree)
  expect(unifiedDiff(changes)).toBe(git.run(['diff', '--no-color', before.sha, after.sha]))
  expect(formatPatch(after, changes, { signature: '' })).toBe(
    git.run(['format-patch', '--stdout', '--no-binary', '--no-signature', '-1', after.sha]),
  )
})

test('returns statuses and patches as GitHub does', () => {
  const objects = new MemoryObjects()
  const body = 'one\ntwo\nthree\nfour\n'
  const before = commitFiles(objects, { a: 'a\n', b: 'b\n', c: 'c\n', d: body, e: '\0', x: 'same\n' })
  const after = commitFiles(objects, {
    a: 'a2\n',
    b: { mode: '100755', content: 'b\n' },
    d2: `${body}five\n`,
    e: '\0\0',
    n: 'n',
    x: 'same\n',
  })
  const changes = changedFiles(objects, before.tree, after.tree)
  expect(
    changes.map(({ filename, status, additions, deletions, patch }) => [filename, status, additions, deletions, patch]),
  ).toEqual([
    ['a', 'modified', 1, 1, '@@ -1 +1 @@\n-a\n+a2'],
    ['b', 'changed', 0, 0, undefined],
    ['c', 'removed', 0, 1, '@@ -1 +0,0 @@\n-c'],
    ['d2', 'renamed', 1, 0, '@@ -2,3 +2,4 @@ one\n two\n three\n four\n+five'],
    ['e', 'modified', 0, 0, undefined],
    ['n', 'added', 1, 0, '@@ -0,0 +1 @@\n+n\n\\ No newline at end of file'],
  ])
  expect(changes[3]).toMatchObject({ previousFilename: 'd', changes: 1, mode: '100644' })
  expect(changedFiles(objects, before.tree, before.tree)).toEqual([])
})

test('shows a submodule as its commit', () => {
  const objects = new MemoryObjects()
  const at = (sha: string): string => writeSubmodule(objects, sha)
  const [change] = changedFiles(objects, at('1'.repeat(40)), at('2'.repeat(40)))
  expect(change?.patch).toBe(`@@ -1 +1 @@\n-Subproject commit ${'1'.repeat(40)}\n+Subproject commit ${'2'.repeat(40)}`)
})

function writeSubmodule(objects: MemoryObjects, sha: string): string {
  const written = tree([{ path: 'vendor', mode: '160000', sha }])
  objects.put(written)
  return written.sha
}
