import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        auto_init: true,
        collaborators: [{ login: 'hubber', permission: 'push' }],
        webhooks: [{ url: receiver.url, events: ['check_suite'] }],
      },
    ],
  },
}))
const { it, octokit, stranger, takeEvents } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

async function tip(): Promise<string> {
  return (await stranger().repos.getBranch({ ...repo, branch: 'main' })).data.commit.sha
}

async function suite(check_suite_id: number): Promise<string> {
  const { data } = await stranger().checks.getSuite({ ...repo, check_suite_id })
  return `${data.status} ${data.conclusion} ${data.latest_check_runs_count}`
}

type Conclusion = 'success' | 'failure' | 'neutral' | 'skipped' | 'cancelled' | 'timed_out' | 'action_required'

async function run(name: string, conclusion?: Conclusion) {
  const wish = { ...repo, name, head_sha: await tip(), ...(conclusion === undefined ? {} : { conclusion }) }
  return (await octokit().checks.create(wish)).data
}

describe('a check suite', () => {
  it('is created once for a commit', async () => {
    const head_sha = await tip()
    const { data, status } = await octokit('hubber').checks.createSuite({ ...repo, head_sha })
    expect(status).toBe(201)
    const url = `${site.codehost.url}/repos/octocat/hello-world/check-suites/${data.id}`
    expect(data).toMatchObject({
      head_sha,
      head_branch: 'main',
      status: 'queued',
      conclusion: null,
      url,
      check_runs_url: `${url}/check-runs`,
      before: null,
      after: head_sha,
      latest_check_runs_count: 0,
      head_commit: { id: head_sha, message: 'Initial commit' },
      repository: { full_name: 'octocat/hello-world' },
    })
    // A suite that a user creates is not requested from any app.
    expect(await takeEvents()).toEqual([])
    const again = await octokit().checks.createSuite({ ...repo, head_sha })
    expect([again.status, again.data.id]).toEqual([200, data.id])
    expect(await takeEvents()).toEqual([])
    expect((await run('test')).check_suite?.id).toBe(data.id)
    const nowhere = octokit().checks.createSuite({ ...repo, head_sha: '0'.repeat(40) })
    await expect(nowhere).rejects.toMatchObject({ status: 422 })
    await expect(stranger().checks.createSuite({ ...repo, head_sha })).rejects.toMatchObject({ status: 401 })
  })

  it('takes its conclusion from its runs', async () => {
    const id = (await run('a')).check_suite?.id ?? 0
    expect(await suite(id)).toBe('queued null 1')
    await run('b', 'success')
    expect(await suite(id)).toBe('in_progress null 2')
    expect(await takeEvents()).toEqual([])
    await run('a', 'skipped')
    expect(await suite(id)).toBe('completed success 2')
    expect(await takeEvents()).toEqual(['check_suite.completed'])
    const worse: Conclusion[] = ['neutral', 'failure', 'cancelled', 'timed_out', 'action_required']
    for (const conclusion of worse) {
      await run(conclusion, conclusion)
      expect(await suite(id)).toMatch(`completed ${conclusion}`)
      expect(await takeEvents()).toEqual(['check_suite.completed'])
    }
    await run('late', 'success')
    expect(await takeEvents()).toEqual([])
  })

  it('is rerequested: it is queued for its app, and its runs stay', async () => {
    const id = (await run('a', 'success')).check_suite?.id ?? 0
    await takeEvents()
    expect((await octokit().checks.rerequestSuite({ ...repo, check_suite_id: id })).status).toBe(201)
    expect(await takeEvents()).toEqual([])
    expect(await suite(id)).toBe('queued null 1')
    await run('a', 'success')
    expect(await suite(id)).toBe('completed success 1')
    const unknown = octokit().checks.rerequestSuite({ ...repo, check_suite_id: 99 })
    await expect(unknown).rejects.toMatchObject({ status: 404 })
    await expect(suite(99)).rejects.toMatchObject({ status: 404 })
  })

  it('is listed for its commit, by app and by the name of a check', async () => {
    await run('a')
    const count = async (query: object) => {
      const { data } = await stranger().checks.listSuitesForRef({ ...repo, ref: 'heads/main', ...query })
      expect(data.check_suites).toHaveLength(data.total_count)
      return data.total_count
    }
    expect(await count({})).toBe(1)
    expect(await count({ app_id: 15368, check_name: 'a' })).toBe(1)
    expect(await count({ app_id: 1 })).toBe(0)
    expect(await count({ check_name: 'b' })).toBe(0)
    const unknown = stranger().checks.listSuitesForRef({ ...repo, ref: 'nowhere' })
    await expect(unknown).rejects.toMatchObject({ status: 422 })
  })
})

describe('the preferences for check suites', () => {
  it('are set by administrators, app by app', async () => {
    const set = (token: string, app_id: number, setting: boolean) =>
      octokit(token).checks.setSuitesPreferences({ ...repo, auto_trigger_checks: [{ app_id, setting }] })
    await set('octocat', 4, false)
    await set('octocat', 5, true)
    const { data } = await set('octocat', 4, true)
    expect(data.preferences.auto_trigger_checks).toEqual([
      { app_id: 4, setting: true },
      { app_id: 5, setting: true },
    ])
    expect(data.repository.full_name).toBe('octocat/hello-world')
    await expect(set('hubber', 4, false)).rejects.toMatchObject({ status: 403 })
  })
})
