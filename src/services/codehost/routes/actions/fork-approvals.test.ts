import { describe, expect } from 'vitest'
import { repo, stage } from './actions.fixture.ts'

// https://docs.github.com/actions/how-tos/manage-workflow-runs/approve-runs-from-forks

const on = await stage({})
const { it } = on

const policy = '/repos/{owner}/{repo}/actions/permissions/fork-pr-contributor-approval'

/** Opens a pull request from a user's fork; returns its number. */
async function openPull(branch = 'first', login = 'monalisa'): Promise<number> {
  const client = on.octokit(login)
  const { data: fork } = await client.repos.createFork(repo)
  const there = { owner: login, repo: fork.name }
  const { data: main } = await client.git.getRef({ ...there, ref: 'heads/main' })
  await client.git.createRef({ ...there, ref: `refs/heads/${branch}`, sha: main.object.sha })
  await client.repos.createOrUpdateFileContents({
    ...there,
    path: `${branch}.txt`,
    message: 'Add a file',
    content: '',
    branch,
  })
  const { data } = await client.pulls.create({ ...repo, title: 'From afar', head: `${login}:${branch}`, base: 'main' })
  return data.number
}

describe('a run of a pull request from a fork', () => {
  it('starts no job before it is approved, where its author has not contributed before', async () => {
    await openPull()
    const { id, status, conclusion } = await on.newest()
    expect([status, conclusion]).toEqual(['completed', 'action_required'])
    const jobs = () => on.actions.listJobsForWorkflowRun({ ...repo, run_id: id })
    expect((await jobs()).data.total_count).toBe(0)
    await expect(on.octokit('monalisa').actions.approveWorkflowRun({ ...repo, run_id: id })).rejects.toMatchObject({
      status: 403,
    })
    expect((await on.actions.approveWorkflowRun({ ...repo, run_id: id })).status).toBe(201)
    expect(await on.newest()).toMatchObject({ id, status: 'queued', conclusion: null, run_attempt: 1 })
    on.codehost.clock.advance('1h')
    expect(await on.newest()).toMatchObject({ id, status: 'completed', conclusion: 'success' })
    expect((await jobs()).data.total_count).toBeGreaterThan(0)
  })

  it('starts at once after its author has contributed, unless all external contributors wait', async () => {
    const number = await openPull()
    await on.octokit().pulls.merge({ ...repo, pull_number: number })
    await openPull('second')
    expect(await on.newest()).toMatchObject({ event: 'pull_request', status: 'queued' })
    await on.octokit().request(`PUT ${policy}`, { ...repo, approval_policy: 'all_external_contributors' })
    await openPull('third')
    expect(await on.newest()).toMatchObject({ event: 'pull_request', conclusion: 'action_required' })
  })

  it('waits for an account that is new to the vendor only, where the policy says so', async () => {
    await on.octokit().request(`PUT ${policy}`, { ...repo, approval_policy: 'first_time_contributors_new_to_github' })
    await openPull()
    expect(await on.newest()).toMatchObject({ conclusion: 'action_required' })
    on.codehost.clock.advance('31d')
    await openPull('later')
    expect(await on.newest()).toMatchObject({ status: 'queued' })
  })

  it('starts at once for those who may push', async () => {
    await openPull('first', 'hubber')
    const run = await on.newest()
    expect(run).toMatchObject({ event: 'pull_request', status: 'queued' })
    await expect(on.actions.approveWorkflowRun({ ...repo, run_id: run.id })).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('This run is not waiting for approval'),
    })
  })

  it('of a private repository is made, and waits for a reader, where the policy says so', async () => {
    const forks = '/repos/{owner}/{repo}/actions/permissions/fork-pr-workflows-private-repos'
    await on.octokit().repos.update({ ...repo, private: true })
    await on.octokit().repos.addCollaborator({ ...repo, username: 'hubber', permission: 'pull' })
    const count = async () =>
      (await on.actions.listWorkflowRunsForRepo({ ...repo, event: 'pull_request' })).data.total_count
    await openPull('one', 'hubber')
    expect(await count()).toBe(0)
    await on.octokit().request(`PUT ${forks}`, { ...repo, run_workflows_from_fork_pull_requests: true })
    await openPull('two', 'hubber')
    expect(await on.newest()).toMatchObject({ event: 'pull_request', status: 'queued' })
    await on.octokit().request(`PUT ${forks}`, {
      ...repo,
      run_workflows_from_fork_pull_requests: true,
      require_approval_for_fork_pr_workflows: true,
    })
    await openPull('three', 'hubber')
    expect(await on.newest()).toMatchObject({ event: 'pull_request', conclusion: 'action_required' })
  })
})

it('a run of the repository itself cannot be approved', async () => {
  const { id } = await on.run()
  await expect(on.actions.approveWorkflowRun({ ...repo, run_id: id })).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('This run is not from a fork pull request'),
  })
})
