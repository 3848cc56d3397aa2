import { expect, test } from 'vitest'
import { ADA, GitRepository, MemoryObjects, Random, commitFiles } from './git.fixture.ts'
import { aheadBehind, ancestors, isAncestor, mergeBase, mergeBases } from './history.ts'
import type { Commit } from './objects.ts'

function randomHistory(seed: number, length: number): { objects: MemoryObjects; commits: Commit[] } {
  const random = new Random(seed)
  const objects = new MemoryObjects()
  const commits: Commit[] = []
  for (let index = 0; index < length; index++) {
    const near = (): string | undefined => commits[commits.length - 1 - random.below(6)]?.sha
    const parents = [near(), random.chance(0.3) ? near() : undefined].filter((sha) => sha !== undefined)
    // The dates are distinct, and now and then a child is older than its parent.
    const at = ADA.at + (index * 10 + (random.chance(0.2) ? -35 : 0)) * 1000
    const fields = { parents: [...new Set(parents)], committer: { ...ADA, at }, message: `commit ${index}` }
    commits.push(commitFiles(objects, { a: 'a' }, fields))
  }
  return { objects, commits }
}

test('walks and compares histories as git does', () => {
  using git = new GitRepository()
  const random = new Random(4)
  const { objects, commits } = randomHistory(5, 150)
  expect(git.import(objects, commits)).toEqual(commits.map(({ sha }) => sha))
  const lines = (...args: string[]): string[] => git.run(args).split('\n').filter(Boolean)
  for (let round = 0; round < 25; round++) {
    const a = commits[random.below(commits.length)]?.sha ?? ''
    const b = commits[random.below(commits.length)]?.sha ?? ''
    expect([...ancestors(objects, a)].map(({ sha }) => sha)).toEqual(lines('rev-list', '--date-order', a))
    const { ahead, behind } = aheadBehind(objects, a, b)
    expect(ahead.map(({ sha }) => sha)).toEqual(lines('rev-list', '--date-order', '--reverse', `${a}..${b}`))
    expect(behind).toBe(lines('rev-list', `${b}..${a}`).length)
    const bases = tolerant(() => lines('merge-base', '--all', a, b))
    expect(mergeBases(objects, a, b)).toEqual(bases)
    expect(mergeBase(objects, a, b)).toBe(bases[0] ?? null)
    expect(isAncestor(objects, a, b)).toBe(bases.length === 1 && bases[0] === a)
  }
})

/** Returns an empty list when the command fails, as `git merge-base` does when there is no merge base. */
function tolerant(run: () => string[]): string[] {
  try {
    return run()
  } catch {
    return []
  }
}

test('finds no merge base of unrelated commits', () => {
  const objects = new MemoryObjects()
  const one = commitFiles(objects, { a: '1' })
  const other = commitFiles(objects, { a: '2' })
  expect(mergeBase(objects, one.sha, other.sha)).toBeNull()
  expect(aheadBehind(objects, one.sha, other.sha)).toMatchObject({ ahead: [{ sha: other.sha }], behind: 1 })
})

test('orders commits of the same second with children before parents', () => {
  const objects = new MemoryObjects()
  const root = commitFiles(objects, { a: '1' })
  const left = commitFiles(objects, { a: '2' }, { parents: [root.sha] })
  const right = commitFiles(objects, { a: '3' }, { parents: [root.sha] })
  const merge = commitFiles(objects, { a: '4' }, { parents: [left.sha, right.sha] })
  expect([...ancestors(objects, merge.sha)]).toEqual([merge, left, right, root])
})

test('compares commits with more parents than a call can have arguments', () => {
  const objects = new MemoryObjects()
  const root = commitFiles(objects, { a: '1' })
  const left = commitFiles(objects, { a: '2' })
  const merge = commitFiles(objects, { a: '3' }, { parents: Array.from({ length: 200_000 }, () => left.sha) })
  expect(aheadBehind(objects, root.sha, merge.sha)).toMatchObject({
    ahead: [{ sha: left.sha }, { sha: merge.sha }],
    behind: 1,
  })
})
