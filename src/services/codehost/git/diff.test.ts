import { expect, test } from 'vitest'
import { cpuTime } from '#testkit/steepness.ts'
import { changedFiles } from './changes.ts'
import { unifiedDiff } from './unified-diff.ts'
import { diffText } from './diff.ts'
import { GitRepository, MemoryObjects, Random, codeLine, commitFiles, edited, textOf } from './git.fixture.ts'
import type { Commit } from './objects.ts'

/** Commits all old texts once and all new texts once, so that one `git diff` compares them all. */
function againstGit(pairs: readonly (readonly [string, string])[]): {
  ours: string[]
  git: string[]
  numstat: [string, string]
} {
  using git = new GitRepository()
  const objects = new MemoryObjects()
  const commits: Commit[] = [0, 1].map((side) =>
    commitFiles(
      objects,
      Object.fromEntries(pairs.map((pair, index) => [`file${String(index).padStart(4, '0')}`, pair[side] ?? ''])),
    ),
  )
  const [before, after] = commits
  if (before === undefined || after === undefined) throw new Error('two commits')
  git.import(objects, commits)
  const changes = changedFiles(objects, before.tree, after.tree)
  const split = (text: string): string[] => text.split(/^(?=diff --git)/m)
  const numstat = changes.map((change) => `${change.additions}\t${change.deletions}\t${change.filename}\n`).join('')
  return {
    ours: split(unifiedDiff(changes)),
    git: split(git.run(['diff', '--no-color', before.sha, after.sha])),
    numstat: [numstat, git.run(['diff', '--numstat', before.sha, after.sha])],
  }
}

test('prints small random edits as git diff does', () => {
  const random = new Random(2)
  const pairs = random.list(900, (index) => {
    const before = random.list(random.below(60), () => codeLine(random))
    return [textOf(before, random), textOf(edited(random, before, 1 + (index % 12)), random)] as const
  })
  const { ours, git, numstat } = againstGit(pairs)
  expect(ours).toEqual(git)
  expect(numstat[0]).toBe(numstat[1])
})

test('prints large random edits as git diff does', () => {
  const random = new Random(3)
  const pairs = random.list(40, (index) => {
    const variety = random.pick([0.02, 0.2, 0.9] as const)
    const before = random.list(200 + random.below(1500), () => codeLine(random, variety))
    const after =
      index % 4 === 0 ? random.list(900, () => codeLine(random, variety)) : edited(random, before, 400, variety)
    return [textOf(before), textOf(after)] as const
  })
  const { ours, git, numstat } = againstGit(pairs)
  expect(ours).toEqual(git)
  expect(numstat[0]).toBe(numstat[1])
})

test('prints rewritten text around frequent lines as git diff does', () => {
  const random = new Random(14)
  const pairs = random.list(60, (index) => {
    const frequent = random.list(40 + random.below(400), () => random.pick([null, null, null, '}', ''] as const))
    const written = (mark: string): string[] =>
      frequent.flatMap((line, at) =>
        random.chance(0.1) ? [] : [line ?? (random.chance(0.1) ? `kept ${at}` : `${mark} ${at}`)],
      )
    return [textOf(written('old')), textOf(written(index % 2 === 0 ? 'new' : 'old'))] as const
  })
  const { ours, git } = againstGit(pairs)
  expect(ours).toEqual(git)
})

test('prints shuffled blocks between equal blocks as git diff does', () => {
  const random = new Random(15)
  // The long texts make git's search give up and accept the end of a long run of equal lines.
  const pairs = [400, 400, 400, 9000, 9000].map((shared) => {
    const stretches = random.list(5, (stretch) =>
      random.list(250 + random.below(200), (line) => `${stretch} ${line % 140}`),
    )
    const side = (): string[] =>
      stretches.flatMap((lines, stretch) => [
        ...lines
          .map((line) => ({ line, order: random.next() }))
          .sort((a, b) => a.order - b.order)
          .map(({ line }) => line),
        ...Array.from({ length: shared }, (_, line) => `shared ${stretch} ${line}`),
      ])
    return [textOf(side()), textOf(side())] as const
  })
  const { ours, git } = againstGit(pairs)
  expect(ours).toEqual(git)
})

test('cuts section headings as git does', () => {
  const body = '\n x\n\n y\n\n z\n'
  const pairs = [
    `function ${'é'.repeat(60)} {`,
    `a${'b'.repeat(78)}é`,
    `a${'b'.repeat(77)}é and more`,
    '$dollar   ',
    '_score \t ',
    'é is no letter to git',
    `word${' '.repeat(90)}end`,
  ].map((heading) => [`${heading}\n${body}old\n`, `${heading}\n${body}new\n`] as const)
  const { ours, git } = againstGit(pairs)
  expect(ours).toEqual(git)
})

test('finds nothing between equal texts', () => {
  expect(diffText('a\n', 'a\n')).toEqual({ hunks: '', additions: 0, deletions: 0 })
})

test('needs little time for a long file with few changes', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`)
  const after = lines.with(10, 'x').with(5000, 'y').with(9990, 'z')
  const cost = await cpuTime(() =>
    expect(diffText(textOf(lines), textOf(after))).toMatchObject({ additions: 3, deletions: 3 }),
  )
  expect(cost).toBeLessThan(500)
})
