import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { gitClient, hasGit } from '../git/git-client.fixture.ts'

// A Wednesday.
const NOW = '2026-03-04T10:30:00Z'

const site = await codehostSite(
  () => ({
    tokens: Object.fromEntries(['octocat', 'hubber', 'monalisa'].map((login) => [login, { login, scopes: ['repo'] }])),
    codehost: {
      users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'monalisa' }],
      repos: [
        {
          owner: 'octocat',
          name: 'hello-world',
          auto_init: true,
          collaborators: [{ login: 'hubber', permission: 'push' }],
        },
        { owner: 'octocat', name: 'empty' },
      ],
    },
  }),
  'octocat',
  { now: NOW },
)
const { it, octokit, stranger } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

const write = async (token: string, path: string, text: string, more: object = {}) =>
  (
    await octokit(token).repos.createOrUpdateFileContents({
      ...repo,
      path,
      message: path,
      content: Buffer.from(text).toString('base64'),
      ...more,
    })
  ).data

/** Returns the beginning of a day in seconds. */
const secondsAt = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000

/** Returns the list that an answer has where it is not the empty object of one that is still being made. */
function listOf<T>(data: readonly T[] | Readonly<Record<string, never>>): readonly T[] {
  if (!Array.isArray(data)) throw new TypeError('expected a list')
  return data as readonly T[] // narrowing loses the type of the entries
}

describe('statistics', () => {
  it('count commits and lines by week, day, hour and author', async () => {
    site.codehost.clock.advance('6d')
    await write('hubber', 'a.txt', 'one\ntwo\n')
    await write('hubber', 'b.txt', 'one\n')
    const { repos } = stranger()
    const frequency = listOf((await repos.getCodeFrequencyStats(repo)).data)
    expect(frequency.map(([week]) => week)).toEqual([secondsAt('2026-03-01'), secondsAt('2026-03-08')])
    expect(frequency[1]).toEqual([secondsAt('2026-03-08'), 3, 0])
    const year = listOf((await repos.getCommitActivityStats(repo)).data)
    expect(year).toHaveLength(52)
    expect(year.at(-1)).toEqual({ week: secondsAt('2026-03-08'), total: 2, days: [0, 0, 2, 0, 0, 0, 0] })
    const authors = listOf((await repos.getContributorsStats(repo)).data)
    expect(authors.map(({ author, total }) => [author?.login, total])).toEqual([
      ['octocat', 1],
      ['hubber', 2],
    ])
    expect(authors[1]?.weeks).toEqual([
      { w: secondsAt('2026-03-01'), a: 0, d: 0, c: 0 },
      { w: secondsAt('2026-03-08'), a: 3, d: 0, c: 2 },
    ])
    const { data: participation } = await repos.getParticipationStats(repo)
    expect(participation.all.slice(-2)).toEqual([1, 2])
    expect(participation.owner.slice(-2)).toEqual([1, 0])
    const { data: hours } = await repos.getPunchCardStats(repo)
    expect(hours).toHaveLength(168)
    expect(hours.filter(([, , count]) => count !== 0)).toEqual([
      [2, 10, 2],
      [3, 10, 1],
    ])
  })

  it('of a repository without commits have no content', async () => {
    const empty = { owner: 'octocat', repo: 'empty' }
    expect((await octokit().repos.getContributorsStats(empty)).status).toBe(204)
    expect((await octokit().repos.getParticipationStats(empty)).data.all).toHaveLength(52)
  })
})

describe('the activity of a repository', () => {
  it('lists what happened to its branches', async () => {
    const { git, pulls, repos } = octokit()
    const { commit: first } = await write('octocat', 'a.txt', 'a\n')
    await git.createRef({ ...repo, ref: 'refs/heads/work', sha: first.sha ?? '' })
    const { commit: second } = await write('hubber', 'b.txt', 'b\n', { branch: 'work' })
    const { data: pull } = await pulls.create({ ...repo, title: 'Work', head: 'work', base: 'main' })
    await pulls.merge({ ...repo, pull_number: pull.number })
    await git.updateRef({ ...repo, ref: 'heads/work', sha: first.sha ?? '', force: true })
    await git.deleteRef({ ...repo, ref: 'heads/work' })
    const kindsOf = async (query: object) =>
      (await stranger().repos.listActivities({ ...repo, ...query })).data.map(({ activity_type: kind }) => kind)
    expect(await kindsOf({ ref: 'refs/heads/work' })).toEqual([
      'branch_deletion',
      'force_push',
      'push',
      'branch_creation',
    ])
    expect(await kindsOf({ ref: 'main', direction: 'asc' })).toEqual(['push', 'pr_merge'])
    expect(await kindsOf({ actor: 'hubber' })).toEqual(['push'])
    expect(await kindsOf({ activity_type: 'force_push', time_period: 'day' })).toEqual(['force_push'])
    const { data } = await repos.listActivities({ ...repo, actor: 'hubber' })
    expect(data[0]).toMatchObject({ before: first.sha, after: second.sha, ref: 'refs/heads/work' })
    site.codehost.clock.advance('2d')
    expect(await kindsOf({ time_period: 'day' })).toEqual([])
    for (const time_period of ['hour', 'constructor'])
      await expect(kindsOf({ time_period })).rejects.toMatchObject({ status: 422 })
  })

  it('has pages that begin after an entry', async () => {
    for (const path of ['a', 'b', 'c']) await write('octocat', path, 'x')
    const pages = []
    for await (const { data } of stranger().paginate.iterator(stranger().repos.listActivities, {
      ...repo,
      per_page: 2,
    })) {
      pages.push(data.length)
    }
    expect(pages).toEqual([2, 1])
  })
})

describe.skipIf(!hasGit)('the traffic of clones', () => {
  it('counts clones by day and visitor', async () => {
    const url = `${site.codehost.url}/octocat/hello-world.git`
    const git = await gitClient()
    await git.run('clone', '-q', url, 'one')
    await git.in('one')('fetch', '-q')
    await git.run('clone', '-q', url, 'two')
    // git sends a token of the URL only where it is asked for one.
    const basic = Buffer.from('x:hubber').toString('base64')
    await git.run('-c', `http.extraHeader=Authorization: Basic ${basic}`, 'clone', '-q', url, 'three')
    const { repos } = octokit()
    const day = { timestamp: '2026-03-04T00:00:00Z', count: 3, uniques: 2 }
    expect((await repos.getClones(repo)).data).toEqual({ count: 3, uniques: 2, clones: [day] })
    expect((await repos.getClones({ ...repo, per: 'week' })).data.clones).toEqual([
      { ...day, timestamp: '2026-03-02T00:00:00Z' },
    ])
    site.codehost.clock.advance('15d')
    expect((await repos.getClones(repo)).data).toEqual({ count: 0, uniques: 0, clones: [] })
  })
})

describe('traffic', () => {
  it('is for users with push access', async () => {
    const { repos } = octokit()
    expect((await repos.getViews(repo)).data).toEqual({ count: 0, uniques: 0, views: [] })
    expect((await repos.getTopPaths(repo)).data).toEqual([])
    expect((await repos.getTopReferrers(repo)).data).toEqual([])
    await expect(stranger().repos.getViews(repo)).rejects.toMatchObject({ status: 401 })
    await expect(octokit('monalisa').repos.getViews(repo)).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'Must have push access to repository' } },
    })
  })
})
