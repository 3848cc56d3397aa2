import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { installationToken } from '#codehost/apps.fixture.ts'

const site = await codehostSite((receiver) => {
  const app = { webhook_url: receiver.url, webhook_secret: 'hush' }
  return {
    tokens: { octocat: { login: 'octocat', scopes: ['repo'] } },
    codehost: {
      users: [{ login: 'octocat' }],
      repos: [
        {
          owner: 'octocat',
          name: 'hello-world',
          auto_init: true,
          webhooks: [{ url: `${receiver.url}/hook`, events: ['check_suite', 'check_run'] }],
        },
        { owner: 'octocat', name: 'apart', auto_init: true },
      ],
      apps: [
        {
          ...app,
          app_id: 1001,
          slug: 'checker',
          permissions: { checks: 'write', contents: 'read' },
          installations: [{ installation_id: 2001, account: 'octocat', repositories: ['hello-world'] }],
        },
        {
          ...app,
          app_id: 1002,
          slug: 'reader',
          permissions: { checks: 'read' },
          events: ['check_suite', 'check_run'],
          installations: [{ installation_id: 2002, account: 'octocat' }],
        },
      ],
    },
  }
})
const { it, octokit } = site
const repo = { owner: 'octocat', repo: 'hello-world' }

let pushes = 0

async function push(where = repo): Promise<string> {
  const wish = { ...where, path: `${(pushes += 1)}.txt`, message: 'Push', content: '' }
  return (await octokit().repos.createOrUpdateFileContents(wish)).data.commit.sha ?? ''
}

/** Returns the events that each subscriber received since the last call, sorted. */
async function takeEvents(): Promise<string[]> {
  await site.codehost.webhooks.settled()
  expect(site.receiver.violations()).toEqual([])
  const events = site.receiver.received.map(({ event, headers, payload: { action } }) => {
    const app = headers['x-github-hook-installation-target-type'] === 'integration'
    const who = app ? headers['x-github-hook-installation-target-id'] : 'hook'
    return `${String(who)} ${event}.${String(action)}`
  })
  site.receiver.received.length = 0
  return events.toSorted()
}

const suites = async (ref: string) => (await octokit().checks.listSuitesForRef({ ...repo, ref })).data.check_suites
const checker = async () => checkedOctokit(site.codehost, await installationToken(site.codehost, 2001))

describe('a push', () => {
  it('asks only the apps that write checks there, each once for a commit', async () => {
    const sha = await push()
    expect(await takeEvents()).toEqual(['1001 check_suite.requested'])
    const [suite, ...others] = await suites(sha)
    expect(others).toEqual([])
    expect(suite).toMatchObject({ app: { slug: 'checker' }, head_branch: 'main', status: 'queued', conclusion: null })
    await octokit().git.createRef({ ...repo, ref: 'refs/heads/same', sha })
    await octokit().git.createRef({ ...repo, ref: 'refs/tags/v1', sha })
    await push({ owner: 'octocat', repo: 'apart' })
    expect(await takeEvents()).toEqual([])
  })

  it('names the branch that was pushed', async () => {
    const { data } = await octokit().repos.getBranch({ ...repo, branch: 'main' })
    await octokit().git.createRef({ ...repo, ref: 'refs/heads/some', sha: data.commit.sha })
    expect((await suites('some')).map(({ head_branch }) => head_branch)).toEqual(['some'])
  })

  it('does not ask an app that is turned off for the repository', async () => {
    const set = (setting: boolean) =>
      octokit().checks.setSuitesPreferences({ ...repo, auto_trigger_checks: [{ app_id: 1001, setting }] })
    await set(false)
    expect(await suites(await push())).toEqual([])
    await set(true)
    expect((await suites(await push())).length).toBe(1)
    expect(await takeEvents()).toEqual(['1001 check_suite.requested'])
  })
})

describe('a check that is required from one app', () => {
  it('is satisfied only by that app', async () => {
    const files = { ...repo, branch: 'work', path: 'work.txt', message: 'Work', content: '' }
    const { data: main } = await octokit().repos.getBranch({ ...repo, branch: 'main' })
    await octokit().git.createRef({ ...repo, ref: 'refs/heads/work', sha: main.commit.sha })
    const { data: written } = await octokit().repos.createOrUpdateFileContents(files)
    const head_sha = written.commit.sha ?? ''
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: { strict: false, contexts: [], checks: [{ context: 'lint', app_id: 1001 }] },
      enforce_admins: true,
      required_pull_request_reviews: null,
      restrictions: null,
    })
    const { data } = await octokit().pulls.create({ ...repo, title: 'Work', head: 'work', base: 'main' })
    const state = async () => (await octokit().pulls.get({ ...repo, pull_number: data.number })).data.mergeable_state
    const done = { ...repo, name: 'lint', head_sha, conclusion: 'success' } as const
    await octokit().checks.create(done)
    await octokit().repos.createCommitStatus({ ...repo, sha: head_sha, context: 'lint', state: 'success' })
    expect(await state()).toBe('blocked')
    await (await checker()).rest.checks.create(done)
    expect(await state()).toBe('clean')
  })
})

describe('a check of an app', () => {
  it('is reported to everyone when it is completed, and rerequested only from that app', async () => {
    const head_sha = await push()
    const app = await checker()
    const { data } = await app.rest.checks.create({ ...repo, name: 'lint', head_sha, conclusion: 'success' })
    expect(data.check_suite?.id).toBe((await suites(head_sha))[0]?.id)
    const all = (event: string) => ['1001', '1002', 'hook'].map((who) => `${who} ${event}`)
    expect(await takeEvents()).toEqual(
      [
        '1001 check_suite.requested',
        ...['check_run.created', 'check_run.completed', 'check_suite.completed'].flatMap(all),
      ].toSorted(),
    )
    await octokit().checks.rerequestRun({ ...repo, check_run_id: data.id })
    expect(await takeEvents()).toEqual(['1001 check_run.rerequested'])
    await octokit().checks.rerequestSuite({ ...repo, check_suite_id: data.check_suite?.id ?? 0 })
    expect(await takeEvents()).toEqual(['1001 check_suite.rerequested'])
  })
})
