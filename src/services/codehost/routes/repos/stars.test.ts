import { describe, expect } from 'vitest'
import { helloWorldSite } from './hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

describe('stars', () => {
  it('are added once, counted, and removed', async () => {
    await expect(octokit('hubber').activity.checkRepoIsStarredByAuthenticatedUser(repo)).rejects.toMatchObject({
      status: 404,
    })
    for (const _ of [1, 2]) {
      expect((await octokit('hubber').activity.starRepoForAuthenticatedUser(repo)).status).toBe(204)
    }
    expect((await octokit('hubber').activity.checkRepoIsStarredByAuthenticatedUser(repo)).status).toBe(204)
    expect((await octokit().repos.get(repo)).data.stargazers_count).toBe(1)
    expect((await octokit('hubber').activity.unstarRepoForAuthenticatedUser(repo)).status).toBe(204)
    expect(await events()).toEqual(['star.created', 'watch.started', 'star.deleted'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('are listed by repository and by user, with their times on request', async () => {
    await octokit('hubber').activity.starRepoForAuthenticatedUser(repo)
    site.codehost.clock.advance('1h')
    await octokit('hubber').activity.starRepoForAuthenticatedUser({ owner: 'octocat', repo: 'empty' })
    const { data } = await octokit('hubber').activity.listReposStarredByAuthenticatedUser()
    expect(data.map(({ name }) => name)).toEqual(['empty', 'hello-world'])
    const { data: mine } = await stranger().activity.listReposStarredByUser({ username: 'hubber', direction: 'asc' })
    expect(mine.map((each) => ('name' in each ? each.name : null))).toEqual(['hello-world', 'empty'])
    const { data: people } = await stranger().activity.listStargazersForRepo(repo)
    expect(people).toMatchObject([{ login: 'hubber' }])
    const headers = { accept: 'application/vnd.github.star+json' }
    const { data: timed } = await stranger().activity.listStargazersForRepo({ ...repo, headers })
    expect(timed).toMatchObject([{ starred_at: expect.stringMatching(/Z$/) as string, user: { login: 'hubber' } }])
  })

  it('need a user, and a repository that the user may read', async () => {
    await expect(stranger().activity.starRepoForAuthenticatedUser(repo)).rejects.toMatchObject({ status: 401 })
    await expect(stranger().activity.listReposStarredByAuthenticatedUser()).rejects.toMatchObject({ status: 401 })
    await expect(octokit('reader').activity.starRepoForAuthenticatedUser(repo)).rejects.toMatchObject({ status: 403 })
    await expect(
      octokit('monalisa').activity.starRepoForAuthenticatedUser({ owner: 'acme', repo: 'website' }),
    ).rejects.toMatchObject({ status: 404 })
  })
})
