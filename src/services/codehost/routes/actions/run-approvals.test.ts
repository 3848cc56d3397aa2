import { describe, expect } from 'vitest'
import { installationToken } from '#codehost/apps.fixture.ts'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const DEPLOY = `name: Deploy
on: [push, workflow_dispatch]
jobs:
  build: { runs-on: x, steps: [{ run: make }] }
  deploy:
    needs: build
    runs-on: x
    environment: { name: production, url: 'https://acme.example.com' }
    steps: [{ run: ship }]
  after: { needs: deploy, runs-on: x, steps: [{ run: tell }] }
`

const site = await codehostSite(
  (receiver) => ({
    tokens: {
      octocat: { login: 'octocat', scopes: ['repo', 'workflow'] },
      hubber: { login: 'hubber', scopes: ['repo'] },
    },
    codehost: {
      users: [{ login: 'octocat' }, { login: 'hubber' }],
      orgs: [
        {
          login: 'acme',
          members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }],
          teams: [{ name: 'Ops', members: ['hubber'] }],
        },
      ],
      repos: [
        {
          owner: 'acme',
          name: 'website',
          files: { '.github/workflows/deploy.yml': DEPLOY },
          branches: [{ name: 'topic' }],
          collaborators: [{ login: 'hubber', permission: 'push' }],
          webhooks: [{ url: receiver.url, events: ['deployment', 'deployment_status', 'workflow_job'] }],
          environments: [
            { name: 'production', reviewers: ['acme/ops'], branches: ['main', 'release/*'], secrets: { KEY: 'k' } },
          ],
        },
      ],
      apps: [
        {
          app_id: 1001,
          slug: 'gate',
          permissions: { deployments: 'write', actions: 'read' },
          events: ['deployment_protection_rule', 'deployment_review'],
          webhook_url: receiver.url,
          installations: [{ installation_id: 2001, account: 'acme' }],
        },
      ],
    },
  }),
  'octocat',
  { now: '2026-01-01T00:00:00Z' },
)
const { it, octokit, stranger, takeEvents } = site

const repo = { owner: 'acme', repo: 'website' }
const production = { ...repo, environment_name: 'production' }

/** Dispatches the workflow, lets its first job end, and returns the id of its run. */
async function dispatch(ref = 'main') {
  await octokit().actions.createWorkflowDispatch({ ...repo, workflow_id: 'deploy.yml', ref })
  const [run] = (await stranger().actions.listWorkflowRunsForRepo(repo)).data.workflow_runs
  site.codehost.clock.advance(1000)
  return run?.id ?? 0
}

const runOf = async (run_id: number) => (await stranger().actions.getWorkflowRun({ ...repo, run_id })).data
const jobsOf = async (run_id: number) =>
  (await stranger().actions.listJobsForWorkflowRun({ ...repo, run_id })).data.jobs.map(
    ({ name, status, conclusion }) => `${name} ${conclusion ?? status}`,
  )
const statesOf = async () => {
  const [deployment] = (await stranger().repos.listDeployments(repo)).data
  if (deployment === undefined) return []
  const { data } = await stranger().repos.listDeploymentStatuses({ ...repo, deployment_id: deployment.id })
  return data.map(({ state }) => state as string).toReversed()
}

async function pending(run_id: number, token?: string) {
  return (await octokit(token).actions.getPendingDeploymentsForRun({ ...repo, run_id })).data
}

async function review(run_id: number, state: 'approved' | 'rejected', token = 'hubber') {
  const ids = (await pending(run_id)).map(({ environment }) => environment.id ?? 0)
  return octokit(token).actions.reviewPendingDeploymentsForRun({
    ...repo,
    run_id,
    state,
    comment: 'Checked',
    environment_ids: ids,
  })
}

describe('a job with an environment', () => {
  it('waits for a reviewer, and goes on once it is approved', async () => {
    const run_id = await dispatch()
    expect((await runOf(run_id)).status).toBe('waiting')
    expect(await jobsOf(run_id)).toEqual(['build success', 'deploy waiting'])
    const [wait] = await pending(run_id, 'hubber')
    expect(wait).toMatchObject({
      environment: { name: 'production' },
      wait_timer: 0,
      wait_timer_started_at: null,
      current_user_can_approve: true,
      reviewers: [{ type: 'Team', reviewer: { slug: 'ops' } }],
    })
    expect(await pending(run_id)).toMatchObject([{ current_user_can_approve: false }])
    expect(await takeEvents()).toEqual(
      expect.arrayContaining(['workflow_job.waiting', 'deployment_review.requested', 'deployment.created']),
    )
    await expect(review(run_id, 'approved', 'octocat')).rejects.toMatchObject({ status: 422 })
    const { data } = await review(run_id, 'approved')
    expect(data).toMatchObject([
      { environment: 'production', ref: 'main', task: 'deploy', performed_via_github_app: { slug: 'github-actions' } },
    ])
    expect((await octokit().actions.getReviewsForRun({ ...repo, run_id })).data).toMatchObject([
      { state: 'approved', comment: 'Checked', user: { login: 'hubber' }, environments: [{ name: 'production' }] },
    ])
    expect(await pending(run_id)).toEqual([])
    site.codehost.clock.advance(2000)
    expect(await runOf(run_id)).toMatchObject({ status: 'completed', conclusion: 'success' })
    expect(await jobsOf(run_id)).toEqual(['build success', 'deploy success', 'after success'])
    expect(await statesOf()).toEqual(['waiting', 'queued', 'in_progress', 'success'])
    const [deployment] = (await stranger().repos.listDeployments(repo)).data
    const { data: statuses } = await stranger().repos.listDeploymentStatuses({
      ...repo,
      deployment_id: deployment?.id ?? 0,
    })
    expect(statuses[0]?.environment_url).toBe('https://acme.example.com')
    expect(await takeEvents()).toContain('deployment_review.approved')
  })

  it('fails when it is rejected, and the jobs that need it are skipped', async () => {
    const run_id = await dispatch()
    await review(run_id, 'rejected')
    expect(await runOf(run_id)).toMatchObject({ status: 'completed', conclusion: 'failure' })
    expect(await jobsOf(run_id)).toEqual(['build success', 'deploy failure', 'after skipped'])
    expect(await statesOf()).toEqual(['waiting', 'failure'])
    expect(await takeEvents()).toContain('deployment_review.rejected')
  })

  it('fails at once for a branch that the environment does not let in', async () => {
    const run_id = await dispatch('topic')
    expect(await jobsOf(run_id)).toEqual(['build success', 'deploy failure', 'after skipped'])
    expect((await stranger().repos.listDeployments(repo)).data).toEqual([])
  })

  it('waits for the timer of the environment', async () => {
    await octokit().repos.createOrUpdateEnvironment({ ...production, wait_timer: 30 })
    const run_id = await dispatch()
    expect(await pending(run_id)).toMatchObject([{ wait_timer: 30, wait_timer_started_at: expect.any(String) }])
    site.codehost.clock.advance(29 * 60_000)
    expect((await runOf(run_id)).status).toBe('waiting')
    site.codehost.clock.advance(2 * 60_000)
    expect((await runOf(run_id)).conclusion).toBe('success')
  })

  it('waits for the apps that the environment names', async () => {
    await octokit().repos.createOrUpdateEnvironment(production)
    await octokit().repos.createDeploymentProtectionRule({ ...production, integration_id: 1001 })
    const now = Math.floor(Date.parse('2026-01-01T00:00:00Z') / 1000)
    const app = checkedOctokit(
      site.codehost,
      await installationToken(site.codehost, 2001, {}, { iat: now, exp: now + 300 }),
    )
    const run_id = await dispatch()
    expect(await takeEvents()).toContain('deployment_protection_rule.requested')
    const decide = (more: object) =>
      app.request('POST /repos/{owner}/{repo}/actions/runs/{run_id}/deployment_protection_rule', {
        ...repo,
        run_id,
        environment_name: 'production',
        comment: 'Looking',
        ...more,
      })
    await decide({})
    expect((await runOf(run_id)).status).toBe('waiting')
    await expect(
      octokit().actions.reviewCustomGatesForRun({ ...repo, run_id, environment_name: 'production', state: 'approved' }),
    ).rejects.toMatchObject({ status: 403 })
    await decide({ state: 'approved' })
    site.codehost.clock.advance(2000)
    expect((await runOf(run_id)).conclusion).toBe('success')
  })

  it('fails when its environment is deleted, is cancelled with its run, and is let through by finishRun', async () => {
    const deleted = await dispatch()
    await octokit().repos.deleteAnEnvironment(production)
    expect((await runOf(deleted)).conclusion).toBe('failure')
    site.codehost.reset()
    const cancelled = await dispatch()
    await octokit().actions.cancelWorkflowRun({ ...repo, run_id: cancelled })
    expect(await jobsOf(cancelled)).toEqual(['build success', 'deploy cancelled'])
    expect([await pending(cancelled), await statesOf()]).toEqual([[], ['waiting', 'error']])
    const runId = await dispatch()
    expect(site.codehost.finishRun({ runId })).toEqual({ runId, conclusion: 'success' })
  })
})
