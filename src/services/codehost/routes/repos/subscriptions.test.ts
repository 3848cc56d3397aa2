import { describe, expect } from 'vitest'
import { helloWorldSite } from './hello-world.fixture.ts'

const { it, octokit, stranger } = await helloWorldSite()

const repo = { owner: 'octocat', repo: 'hello-world' }

describe('a subscription', () => {
  it('makes a user one of the watchers, unless it ignores the repository', async () => {
    const { activity } = octokit('hubber')
    await expect(activity.getRepoSubscription(repo)).rejects.toMatchObject({ status: 404 })
    const { data } = await activity.setRepoSubscription({ ...repo, subscribed: true })
    expect(data).toMatchObject({ subscribed: true, ignored: false, reason: null })
    expect((await activity.getRepoSubscription(repo)).data).toEqual(data)
    const watchers = async () => (await stranger().activity.listWatchersForRepo(repo)).data.map(({ login }) => login)
    expect(await watchers()).toEqual(['hubber'])
    expect((await stranger().repos.get(repo)).data.subscribers_count).toBe(1)
    expect((await activity.listWatchedReposForAuthenticatedUser()).data.map(({ name }) => name)).toEqual([repo.repo])
    const { data: seen } = await stranger().activity.listReposWatchedByUser({ username: 'hubber' })
    expect(seen).toHaveLength(1)
    expect((await activity.setRepoSubscription({ ...repo, ignored: true })).data).toMatchObject({ subscribed: false })
    expect(await watchers()).toEqual([])
    await activity.deleteRepoSubscription(repo)
    await expect(activity.getRepoSubscription(repo)).rejects.toMatchObject({ status: 404 })
  })
})

describe('an autolink', () => {
  it('is added, shown and deleted by administrators', async () => {
    const { repos } = octokit()
    const input = { ...repo, key_prefix: 'TICKET-', url_template: 'https://example.com/TICKET?query=<num>' }
    const { data } = await repos.createAutolink(input)
    expect(data).toMatchObject({ key_prefix: 'TICKET-', url_template: input.url_template, is_alphanumeric: true })
    expect((await repos.getAutolink({ ...repo, autolink_id: data.id })).data).toEqual(data)
    expect((await repos.listAutolinks(repo)).data).toEqual([data])
    for (const wrong of [
      {},
      { key_prefix: 'a b' },
      { url_template: '/x<num>', key_prefix: 'A' },
      { key_prefix: 'B', url_template: 'https://a' },
    ]) {
      await expect(repos.createAutolink({ ...input, ...wrong })).rejects.toMatchObject({ status: 422 })
    }
    await expect(octokit('hubber').repos.listAutolinks(repo)).rejects.toMatchObject({ status: 403 })
    await repos.deleteAutolink({ ...repo, autolink_id: data.id })
    await expect(repos.getAutolink({ ...repo, autolink_id: data.id })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the switches of a repository', () => {
  it('turn alerts and security updates on and off', async () => {
    const { repos } = octokit()
    const status = async (request: Promise<{ status: number }>) =>
      request.then(
        (answer) => answer.status,
        (error: { status: number }) => error.status,
      )
    expect(await status(repos.checkVulnerabilityAlerts(repo))).toBe(404)
    expect(await status(repos.checkAutomatedSecurityFixes(repo))).toBe(404)
    expect(await status(repos.enableAutomatedSecurityFixes(repo))).toBe(422)
    expect(await status(repos.enableVulnerabilityAlerts(repo))).toBe(204)
    expect(await status(repos.checkVulnerabilityAlerts(repo))).toBe(204)
    expect(await status(repos.enableAutomatedSecurityFixes(repo))).toBe(204)
    expect((await repos.checkAutomatedSecurityFixes(repo)).data).toEqual({ enabled: true, paused: false })
    expect(await status(repos.disableAutomatedSecurityFixes(repo))).toBe(204)
    expect((await repos.checkAutomatedSecurityFixes(repo)).data.enabled).toBe(false)
    expect(await status(repos.disableVulnerabilityAlerts(repo))).toBe(204)
    expect(await status(repos.checkVulnerabilityAlerts(repo))).toBe(404)
    expect(await status(octokit('hubber').repos.enableVulnerabilityAlerts(repo))).toBe(403)
  })

  it('let people report vulnerabilities', async () => {
    const isOn = async () => (await stranger().repos.checkPrivateVulnerabilityReporting(repo)).data.enabled
    expect(await isOn()).toBe(false)
    await octokit().repos.enablePrivateVulnerabilityReporting(repo)
    expect(await isOn()).toBe(true)
    await octokit().repos.disablePrivateVulnerabilityReporting(repo)
    expect(await isOn()).toBe(false)
  })

  it('beside it are counts and the hash of its objects', async () => {
    await octokit('hubber').activity.starRepoForAuthenticatedUser(repo)
    const { data } = await stranger().request('GET /repos/{owner}/{repo}/stargazers/count', repo)
    expect(data).toEqual({ count: 1 })
    const { data: hash } = await stranger().request('GET /repos/{owner}/{repo}/hash-algorithm', repo)
    expect(hash).toEqual({ hash_algorithm: 'sha1' })
  })
})
