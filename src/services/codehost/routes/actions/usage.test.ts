import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const CI = `name: CI
on: workflow_dispatch
jobs:
  build: { runs-on: ubuntu-latest, steps: [{ run: make }] }
  mac: { runs-on: macos-14, steps: [{ run: make }] }
  own: { runs-on: [self-hosted, linux], steps: [{ run: make }] }
`
const files = { '.github/workflows/ci.yml': CI }

const site = await codehostSite(
  () => ({
    tokens: { octocat: { login: 'octocat', scopes: ['repo', 'workflow'] } },
    codehost: {
      users: [{ login: 'octocat' }],
      repos: [
        { owner: 'octocat', name: 'open', files },
        { owner: 'octocat', name: 'closed', private: true, files },
      ],
      actions: { run_ms: 4000 },
    },
  }),
  'octocat',
  { now: '2026-01-01T00:00:00Z' },
)
const { it, octokit } = site

/** Runs the workflow to its end, and returns the id of the run. */
async function run(name: string): Promise<number> {
  const { actions } = octokit()
  const repo = { owner: 'octocat', repo: name }
  await actions.createWorkflowDispatch({ ...repo, workflow_id: 'ci.yml', ref: 'main' })
  site.codehost.clock.advance(10_000)
  return (await actions.listWorkflowRunsForRepo(repo)).data.workflow_runs[0]?.id ?? 0
}

describe('the usage of Actions', () => {
  it('of a run in a private repository is the time of its jobs, by system, without those of own runners', async () => {
    const run_id = await run('closed')
    const { data } = await octokit().actions.getWorkflowRunUsage({ owner: 'octocat', repo: 'closed', run_id })
    expect(Object.keys(data.billable).toSorted()).toEqual(['MACOS', 'UBUNTU'])
    expect(data.billable.UBUNTU).toMatchObject({ jobs: 1, job_runs: [{ duration_ms: data.billable.UBUNTU?.total_ms }] })
    expect(data.billable.UBUNTU?.total_ms).toBeGreaterThan(0)
    expect(data.run_duration_ms).toBe(4000)
  })

  it('of a run in a public repository costs nothing', async () => {
    const run_id = await run('open')
    const { data } = await octokit().actions.getWorkflowRunUsage({ owner: 'octocat', repo: 'open', run_id })
    expect(data.billable.UBUNTU).toMatchObject({ jobs: 1, total_ms: 0 })
  })

  it('of a workflow is that of all of its runs', async () => {
    const { actions } = octokit()
    const one = { owner: 'octocat', repo: 'closed' }
    const run_id = await run('closed')
    await run('closed')
    const { data: ofRun } = await actions.getWorkflowRunUsage({ ...one, run_id })
    const { data } = await actions.getWorkflowUsage({ ...one, workflow_id: 'ci.yml' })
    expect(data.billable.UBUNTU?.total_ms).toBe((ofRun.billable.UBUNTU?.total_ms ?? 0) * 2)
  })
})
