import { expect, test } from 'vitest'
import { ADA, GitRepository, MemoryObjects, Random, codeLine, commitFiles, edited, textOf } from './git.fixture.ts'
import { mergeCommits, mergeTrees, rebaseCommits } from './merge.ts'
import type { MergeResult } from './merge.ts'
import { blob } from './objects.ts'
import type { Commit } from './objects.ts'
import { entryAt, writeTree } from './trees.ts'

type Files = Parameters<typeof commitFiles>[1]

/** Returns the tree of git's own merge for each pair of commits, or null for a conflict. */
function gitMerges(git: GitRepository, pairs: readonly (readonly [Commit, Commit])[]): (string | null)[] {
  const input = pairs.map(([ours, theirs]) => `${ours.sha} ${theirs.sha}\n`).join('')
  const output = git.run(['merge-tree', '--stdin', '--no-messages'], input)
  // Each merge prints a status, the tree, any conflicted entries and an empty record.
  const found: (string | null)[] = []
  const fields = output.split('\0')
  for (let index = 0; index + 1 < fields.length; index++) {
    found.push(fields[index] === '1' ? (fields[index + 1] ?? '') : null)
    while (index < fields.length && fields[index] !== '') index++
  }
  return found
}

function treeOf(result: MergeResult): string | null {
  return 'tree' in result ? result.tree : null
}

/** Merges random changes of two sides and compares the results with git's. */
function compareMerges(seed: number, rounds: number, make: (random: Random) => readonly [Files, Files, Files]): number {
  using git = new GitRepository()
  const random = new Random(seed)
  const objects = new MemoryObjects()
  const pairs: [Commit, Commit][] = []
  const commits: Commit[] = []
  for (let round = 0; round < rounds; round++) {
    const [base, ours, theirs] = make(random)
    const root = commitFiles(objects, base, { message: `base ${round}` })
    const our = commitFiles(objects, ours, { parents: [root.sha], message: 'ours' })
    const their = commitFiles(objects, theirs, { parents: [root.sha], message: 'theirs' })
    commits.push(root, our, their)
    pairs.push([our, their])
  }
  git.import(objects, [...new Map(commits.map((commit) => [commit.sha, commit])).values()])
  const merged = pairs.map(([our, their]) => treeOf(mergeCommits(objects, our.sha, their.sha)))
  const expected = gitMerges(git, pairs)
  expect(merged).toEqual(expected)
  return expected.filter((tree) => tree !== null).length
}

test('merges random line edits as git does', () => {
  const clean = compareMerges(9, 400, (random) => {
    const base = random.list(5 + random.below(40), () => codeLine(random))
    const side = (): string => textOf(edited(random, base, 1 + random.below(3)), random)
    return [{ f: textOf(base) }, { f: side() }, { f: side() }]
  })
  expect(clean).toBeGreaterThan(80)
  expect(clean).toBeLessThan(340)
})

test('merges near-identical edits and frequent lines as git does', () => {
  const clean = compareMerges(10, 300, (random) => {
    const base = random.list(10 + random.below(200), () => codeLine(random, 0.05))
    const shared = edited(random, base, 2, 0.1)
    const side = (): string => textOf(edited(random, shared, random.below(2), 0.1))
    return [{ f: textOf(base) }, { f: side() }, { f: side() }]
  })
  expect(clean).toBeGreaterThan(50)
})

test('merges short texts of few distinct lines as git does', () => {
  const clean = compareMerges(16, 400, (random) => {
    const line = (): string => random.pick(['a', 'b', 'c', 'd', 'e'] as const)
    const changed = (lines: readonly string[], edits: number): string[] => {
      const result = [...lines]
      for (let edit = 0; edit < edits; edit++) {
        result.splice(random.below(result.length + 1), random.below(3), ...random.list(random.below(3), line))
      }
      return result
    }
    const base = random.list(3 + random.below(9), line)
    const shared = changed(base, random.below(5))
    const side = (): string => textOf(changed(shared, random.below(3)), random)
    return [{ f: textOf(base) }, { f: side() }, { f: side() }]
  })
  expect(clean).toBeGreaterThan(50)
})

test('merges texts of lines too frequent to be anchors as git does', () => {
  const clean = compareMerges(17, 60, (random) => {
    const line = (): string => random.pick(['a', 'b', 'c', 'd'] as const)
    const base = random.list(300 + random.below(200), line)
    const side = (): string => {
      const lines = [...base]
      for (let edit = random.below(4); edit >= 0; edit--) {
        lines.splice(random.below(lines.length + 1), random.below(3), ...random.list(random.below(3), line))
      }
      return textOf(lines)
    }
    return [{ f: textOf(base) }, { f: side() }, { f: side() }]
  })
  expect(clean).toBeGreaterThan(5)
})

test('merges added, removed, replaced and changed files as git does', () => {
  const contents = ['', 'one\n', 'two\n', 'bin\0', 'bin\0\0'] as const
  const paths = ['a', 'b/c', 'b/d', 'e/f', 'e/f/g', 'a/h'] as const
  const clean = compareMerges(11, 300, (random) => {
    const files = (from: Files, changes: number): Files => {
      const result = new Map(Object.entries(from))
      for (let change = 0; change < changes; change++) {
        const path = random.pick(paths)
        if (random.chance(0.4)) result.delete(path)
        else {
          for (const other of result.keys()) {
            if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) result.delete(other)
          }
          const mode = random.pick(['100644', '100644', '100755', '120000'] as const)
          // The content is distinct for each path, so that equal contents are not taken for renames.
          result.set(path, { mode, content: random.pick(contents).replace(/^(?=.)/, `${path} `.repeat(9)) })
        }
      }
      return Object.fromEntries(result)
    }
    const base = files({}, 5)
    return [
      { ...base, keep: 'keep' },
      { ...files(base, 2), keep: 'keep' },
      { ...files(base, 2), keep: 'keep' },
    ]
  })
  expect(clean).toBeGreaterThan(50)
})

test('follows files renamed on one side as git does', () => {
  const clean = compareMerges(12, 250, (random) => {
    const base = new Map(random.list(3, (index) => [`${'abc'[index]}.ts`, random.list(20, () => codeLine(random, 1))]))
    const side = (): Files =>
      Object.fromEntries(
        [...base].flatMap(([path, lines]) => {
          if (random.chance(0.1)) return []
          const name = random.chance(0.3) ? `${random.pick(['x', 'y', 'z'] as const)}-${path}` : path
          return [[name, textOf(random.chance(0.5) ? edited(random, lines, 1) : lines)]]
        }),
      )
    const texts = Object.fromEntries([...base].map(([path, lines]) => [path, textOf(lines)]))
    return [
      { ...texts, keep: '' },
      { ...side(), keep: '' },
      { ...side(), keep: '' },
    ]
  })
  expect(clean).toBeGreaterThan(50)
})

test('returns the paths in conflict and writes nothing', () => {
  const objects = new MemoryObjects()
  const base = commitFiles(objects, { 'b/x': '1\n', a: '1\n', same: 'one\n\n\n\ntwo\n' }).tree
  const ours = commitFiles(objects, { 'b/x': '2\n', a: '2\n', same: 'ONE\n\n\n\ntwo\n' }).tree
  const theirs = commitFiles(objects, { 'b/x': '3\n', same: 'one\n\n\n\nTWO\n' }).tree
  const stored = objects.all.size
  expect(mergeTrees(objects, base, ours, theirs)).toEqual({ conflicts: ['a', 'b/x'] })
  expect(objects.all.size).toBe(stored)
})

test('writes exactly the new objects of a clean merge', () => {
  const objects = new MemoryObjects()
  const base = commitFiles(objects, { 'b/x': '1\n\n\n\n2\n' }).tree
  const ours = commitFiles(objects, { 'b/x': '0\n\n\n\n2\n' }).tree
  const theirs = commitFiles(objects, { 'b/x': '1\n\n\n\n3\n' }).tree
  const stored = objects.all.size
  const result = mergeTrees(objects, base, ours, theirs)
  const expected = writeTree(new MemoryObjects(), null, [
    { path: 'b/x', mode: '100644', sha: blob('0\n\n\n\n3\n').sha },
  ])
  expect(result).toEqual({ tree: expected })
  expect(entryAt(objects, expected, 'b/x')?.sha).toBe(blob('0\n\n\n\n3\n').sha)
  expect(objects.all.size).toBe(stored + 3)
})

test('merges text that is not UTF-8 byte by byte', () => {
  const objects = new MemoryObjects()
  const file = (first: number, last: number): string =>
    commitFiles(objects, { f: Uint8Array.of(first, 10, 0x61, 10, 0x62, 10, last, 10) }).tree
  const result = mergeTrees(objects, file(0xe9, 0xe8), file(0xea, 0xe8), file(0xe9, 0xeb))
  expect(result).toEqual({ tree: file(0xea, 0xeb) })
})

test('merges criss-cross histories from the merge of their bases', () => {
  using git = new GitRepository()
  const objects = new MemoryObjects()
  const text = (...lines: string[]): Files => ({ f: `${lines.join('\n\n\n\n')}\n` })
  const root = commitFiles(objects, text('a', 'b', 'c'))
  const left = commitFiles(objects, text('A', 'b', 'c'), { parents: [root.sha] })
  const right = commitFiles(objects, text('a', 'b', 'C'), { parents: [root.sha] })
  const leftMerge = commitFiles(objects, text('A', 'b', 'C'), { parents: [left.sha, right.sha] })
  const rightMerge = commitFiles(objects, text('A', 'B', 'C'), { parents: [right.sha, left.sha] })
  const tip = commitFiles(objects, text('A', 'b', 'D'), { parents: [leftMerge.sha] })
  git.import(objects, [root, left, right, leftMerge, rightMerge, tip])
  const merged = treeOf(mergeCommits(objects, tip.sha, rightMerge.sha))
  expect(merged).not.toBeNull()
  expect([merged]).toEqual(gitMerges(git, [[tip, rightMerge]]))
})

test('rebases commits as git cherry-pick does', () => {
  using git = new GitRepository()
  const random = new Random(13)
  const objects = new MemoryObjects()
  const base = random.list(60, (index) => `line ${index}`)
  const root = commitFiles(objects, { f: textOf(base) })
  const onto = commitFiles(objects, { f: textOf(base.with(50, 'onto')), g: 'new\n' }, { parents: [root.sha] })
  const series: Commit[] = []
  let lines = base
  for (let index = 0; index < 8; index++) {
    lines = index === 4 ? lines.with(50, 'onto') : lines.with(index * 5, `changed ${index}`)
    const parents = [series.at(-1)?.sha ?? root.sha]
    const author = { ...ADA, name: `Author ${index}`, offset: 60 }
    series.push(commitFiles(objects, { f: textOf(lines) }, { parents, author, message: `change ${index}\n\nbody\n` }))
  }
  git.import(objects, [root, onto, ...series])
  const committer = { name: 'Grace Hopper', email: 'grace@example.com', at: ADA.at + 1000, offset: 0 }
  const result = rebaseCommits(objects, onto.sha, series, committer)
  git.run(['checkout', '-q', '--detach', onto.sha])
  const date = { GIT_COMMITTER_DATE: `${committer.at / 1000} +0000` }
  git.run(['cherry-pick', '--keep-redundant-commits', `${root.sha}..${series.at(-1)?.sha}`], '', date)
  const expected = git
    .run(['rev-list', '--reverse', `${onto.sha}..HEAD`])
    .split('\n')
    .filter(Boolean)
  expect('commits' in result && result.commits.map(({ sha }) => sha)).toEqual(expected)
})

test('skips merge commits and stops at the first conflict of a rebase', () => {
  const objects = new MemoryObjects()
  const root = commitFiles(objects, { f: '1\n' })
  const onto = commitFiles(objects, { f: '2\n' }, { parents: [root.sha] })
  const clash = commitFiles(objects, { f: '3\n' }, { parents: [root.sha] })
  const merge = commitFiles(objects, { f: '3\n' }, { parents: [clash.sha, root.sha] })
  expect(rebaseCommits(objects, onto.sha, [clash], ADA)).toEqual({ conflicts: ['f'] })
  expect(rebaseCommits(objects, onto.sha, [merge], ADA)).toEqual({ commits: [] })
})
