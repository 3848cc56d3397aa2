import { expect, it } from 'vitest'
import { cpuTime } from '#testkit/steepness.ts'
import { suggest } from './did-you-mean.ts'

it.each([
  ['tokns', ['tokens', 'https'], 'tokens'],
  ['Login', ['scopes', 'login'], 'login'],
  ['isuses', ['issues', 'pulls'], 'issues'],
  ['isuses', ['isusab', 'issues'], 'issues'],
  ['createissue', ['create-pull', 'create-issues', 'create-issue'], 'create-issue'],
  ['ListBukcets', ['ListBuckets', 'ListBucket'], 'ListBuckets'],
  ['b', ['ab', 'bc'], 'ab'],
  ['gti', ['pit', 'git'], 'git'],
  ['abcdefgh', ['cdefghij', 'abxcdfgh'], 'abxcdfgh'],
])('suggests for %s of %j: %s', (word, candidates, nearest) => {
  expect(suggest(word, candidates)).toBe(nearest)
})

it.each([
  ['ab', ['cd']],
  ['repository', ['users']],
  ['anything', []],
  ['abcdef', ['uvwdef', 'badcxy']],
])('suggests nothing for %s of %j', (word, candidates) => {
  expect(suggest(word, candidates)).toBeUndefined()
})

it('compares no name that is far longer than every candidate', async () => {
  const candidates = Array.from({ length: 1000 }, (_, at) => `operation-${at}`)
  expect(await cpuTime(() => suggest('a'.repeat(100_000), candidates))).toBeLessThan(200)
})
