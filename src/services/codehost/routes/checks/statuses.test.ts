import { describe, expect } from 'vitest'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

async function head(): Promise<string> {
  return (await stranger().repos.getBranch({ ...repo, branch: 'main' })).data.commit.sha
}

describe('the statuses of a commit', () => {
  it('are added and never changed, with one state from the latest of each context', async () => {
    const sha = await head()
    const add = (state: 'error' | 'failure' | 'pending' | 'success', context?: string) =>
      octokit().repos.createCommitStatus({ ...repo, sha, state, ...(context === undefined ? {} : { context }) })
    const combined = async () => (await stranger().repos.getCombinedStatusForRef({ ...repo, ref: 'main' })).data
    expect(await combined()).toMatchObject({ state: 'pending', total_count: 0, statuses: [] })
    const { data, status, headers } = await add('pending')
    expect(status).toBe(201)
    expect(headers.location).toBe(data.url)
    expect(data).toMatchObject({
      context: 'default',
      description: null,
      target_url: null,
      creator: { login: 'octocat' },
    })
    await add('success')
    await add('success', 'ci')
    expect(await combined()).toMatchObject({ state: 'success', total_count: 2, sha })
    await add('error', 'ci')
    expect((await combined()).state).toBe('failure')
    const { data: all } = await stranger().repos.listCommitStatusesForRef({ ...repo, ref: 'main' })
    expect(all.map(({ context, state }) => `${context} ${state}`)).toEqual([
      'ci error',
      'ci success',
      'default success',
      'default pending',
    ])
    const second = await stranger().repos.getCombinedStatusForRef({ ...repo, ref: 'main', per_page: 1, page: 2 })
    expect(second.data).toMatchObject({ total_count: 2, statuses: [{ context: 'default' }] })
  })

  it('are found at the statuses_url of a pull request', async () => {
    const { data: pull } = await octokit().pulls.create({ ...repo, title: 'Topic', head: 'feature/x', base: 'main' })
    await octokit().repos.createCommitStatus({ ...repo, sha: pull.head.sha, state: 'success', context: 'ci' })
    const response = await fetch(pull.statuses_url)
    expect([response.status, await response.json()]).toMatchObject([200, [{ context: 'ci', state: 'success' }]])
  })

  it('of a branch with slashes are found where a client does not encode them', async () => {
    const commits = `${site.codehost.url}/repos/octocat/hello-world/commits`
    const { sha } = (await stranger().repos.getBranch({ ...repo, branch: 'feature/x' })).data.commit
    await octokit().repos.createCommitStatus({ ...repo, sha, state: 'success', context: 'ci' })
    for (const ref of ['feature/x', 'heads/feature/x', 'refs/heads/feature/x', 'feature%2Fx']) {
      const read = async (what: string) => (await fetch(`${commits}/${ref}/${what}`)).json()
      expect(await read('status')).toMatchObject({ sha, state: 'success' })
      expect(await read('statuses')).toMatchObject([{ context: 'ci' }])
      expect(await read('check-runs')).toMatchObject({ total_count: 0 })
      expect(await read('check-suites')).toMatchObject({ total_count: 0 })
    }
  })

  it('emit status with the branches whose head the commit is', async () => {
    const sha = await head()
    const input = { sha, state: 'success', target_url: 'https://ci.example.com/1', description: 'Fine' } as const
    await octokit('hubber').repos.createCommitStatus({ ...repo, ...input })
    expect(await events()).toEqual(['status'])
    expect(site.receiver.received[0]?.payload).toMatchObject({
      ...input,
      name: 'octocat/hello-world',
      branches: [{ name: 'main' }],
    })
    expect(site.receiver.violations()).toEqual([])
  })

  it('are refused with the reason when a member is invalid', async () => {
    const wrong = { state: 'done' as 'success', description: 'x'.repeat(141), target_url: 'ftp://a' }
    const fieldError = (field: string, message: string) => ({ resource: 'Status', code: 'custom', field, message })
    await expect(octokit().repos.createCommitStatus({ ...repo, sha: await head(), ...wrong })).rejects.toMatchObject({
      status: 422,
      response: {
        data: {
          message: 'Validation Failed',
          errors: [
            fieldError('state', 'state is not included in the list'),
            fieldError('description', 'description is too long (maximum is 140 characters)'),
            fieldError('target_url', 'target_url must use http(s) scheme'),
          ],
        },
      },
    })
    // A branch may move, so a status needs the whole sha of a commit.
    for (const sha of ['main', (await head()).slice(0, 8)]) {
      await expect(octokit().repos.createCommitStatus({ ...repo, sha, state: 'success' })).rejects.toMatchObject({
        status: 422,
        response: { data: { errors: [fieldError('sha', 'sha must be a 40 character SHA1')] } },
      })
    }
    const empty = { ...repo, sha: await head(), state: 'success', target_url: '' } as const
    expect((await octokit().repos.createCommitStatus(empty)).data.target_url).toBeNull()
  })

  it('are for users with push access, with repo:status at least', async () => {
    const sha = await head()
    const status = { ...repo, sha, state: 'success' } as const
    await expect(octokit('monalisa').repos.createCommitStatus(status)).rejects.toMatchObject({ status: 403 })
    await expect(octokit('reader').repos.createCommitStatus(status)).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-oauth-scopes': 'repo, repo:status' } },
    })
    await expect(octokit().repos.createCommitStatus({ ...status, sha: 'f'.repeat(40) })).rejects.toMatchObject({
      status: 422,
    })
    await expect(stranger().repos.getCombinedStatusForRef({ ...repo, ref: 'nope' })).rejects.toMatchObject({
      status: 404,
    })
  })
})
