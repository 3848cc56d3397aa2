import { describe, expect } from 'vitest'
import { repo, stage } from './actions.fixture.ts'

const on = await stage({
  workflow_runs: [
    {
      workflow: 'CI',
      jobs: ['quiet', { name: 'loud', steps: ['Shout'], conclusion: 'failure', log: 'AAAH\n' }],
    },
    { workflow: 'CI', status: 'in_progress', jobs: ['going'] },
  ],
})
const { it } = on

async function job(name: string, run_id = 1) {
  const found = (await on.jobs(run_id)).find((each) => each.name === name)
  if (found === undefined) throw new Error(`no job is named ${name}`)
  return found
}

describe('jobs', () => {
  it('have every member of the vendor’s, with the steps of the file', async () => {
    const run = await on.run()
    const api = `${on.codehost.url}/repos/octocat/hello-world`
    expect((await job('build', run.id)).steps).toEqual([])
    on.codehost.clock.advance(200)
    const going = await job('build', run.id)
    expect(going).toMatchObject({
      run_id: run.id,
      run_url: run.url,
      run_attempt: 1,
      workflow_name: 'CI',
      head_branch: 'main',
      head_sha: run.head_sha,
      status: 'in_progress',
      conclusion: null,
      completed_at: null,
      url: `${api}/actions/jobs/${going.id}`,
      html_url: `${run.html_url}/job/${going.id}`,
      check_run_url: `${api}/check-runs/${going.id}`,
      labels: ['ubuntu-latest'],
      runner_group_name: 'GitHub Actions',
    })
    expect(going.steps?.map(({ number, name, status }) => [number, name, status])).toEqual([
      [1, 'Set up job', 'in_progress'],
      [2, 'Run actions/checkout@v4', 'queued'],
      [3, 'Install', 'queued'],
      [4, 'Complete job', 'queued'],
    ])
    on.codehost.finishRun({ runId: run.id, jobs: { 'Unit tests (20)': 'failure' } })
    const conclusions = (await job('build', run.id)).steps?.map(({ conclusion }) => conclusion)
    expect(conclusions).toEqual(['success', 'success', 'success', 'success'])
    const failed = await job('Unit tests (20)', run.id)
    expect(failed.labels).toEqual(['self-hosted', 'linux'])
    expect(failed.steps?.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['Set up job', 'success'],
      ['Run npm test', 'failure'],
      ['Complete job', 'success'],
    ])
    expect((await on.stranger.actions.getJobForWorkflowRun({ ...repo, job_id: failed.id })).data).toEqual(failed)
  })

  it('are check runs of the same id, on the page of the job', async () => {
    const { id, html_url, name } = await job('loud')
    const { data } = await on.stranger.checks.get({ ...repo, check_run_id: id })
    expect(data).toMatchObject({
      name,
      status: 'completed',
      conclusion: 'failure',
      html_url,
      details_url: html_url,
      app: { slug: 'github-actions' },
    })
    const listed = await on.stranger.checks.listForRef({ ...repo, ref: 'main', check_name: 'loud' })
    expect(listed.data.check_runs.map((each) => each.id)).toEqual([id])
  })

  it('are listed for an attempt, in pages', async () => {
    await on.actions.reRunWorkflow({ ...repo, run_id: 1 })
    const of = async (attempt_number: number, page = 1) => {
      const query = { ...repo, run_id: 1, attempt_number, per_page: 1, page }
      return (await on.stranger.actions.listJobsForWorkflowRunAttempt(query)).data
    }
    expect(await of(1)).toMatchObject({
      total_count: 2,
      jobs: [{ name: 'quiet', status: 'completed', run_attempt: 1 }],
    })
    expect(await of(1, 2)).toMatchObject({ jobs: [{ name: 'loud' }] })
    expect(await of(2)).toMatchObject({ total_count: 2, jobs: [{ name: 'quiet', status: 'queued', run_attempt: 2 }] })
    await expect(of(3)).rejects.toMatchObject({ status: 404 })
    const page = await on.actions.listJobsForWorkflowRun({ ...repo, run_id: 1, filter: 'all', per_page: 3 })
    expect([page.data.total_count, page.data.jobs.length]).toEqual([4, 3])
  })

  it('are not found in another repository', async () => {
    const { id } = await job('loud')
    await expect(on.actions.getJobForWorkflowRun({ ...repo, job_id: 999 })).rejects.toMatchObject({ status: 404 })
    const elsewhere = { owner: 'octocat', repo: 'empty', job_id: id }
    await expect(on.actions.getJobForWorkflowRun(elsewhere)).rejects.toMatchObject({ status: 404 })
  })
})

describe('running a job again', () => {
  it('keeps the other jobs, except those that need it', async () => {
    const { id } = await on.run()
    on.codehost.finishRun({ runId: id })
    const again = await job('Unit tests (22)', id)
    const { status, data } = await on.actions.reRunJobForWorkflowRun({ ...repo, job_id: again.id })
    expect([status, data]).toEqual([201, {}])
    const states = async () => (await on.jobs(id)).map(({ name, status }) => `${name} ${status}`)
    expect(await states()).toEqual(['build completed', 'Unit tests (20) completed', 'Unit tests (22) queued'])
    on.codehost.finishRun({ runId: id })
    await on.actions.reRunJobForWorkflowRun({ ...repo, job_id: (await job('build', id)).id })
    expect(await states()).toEqual(['build queued'])
    expect((await on.get(id)).run_attempt).toBe(3)
  })

  it('is the same as rerequesting its check run or its check suite', async () => {
    const { id, check_suite_id = 0 } = await on.run()
    const suite = { ...repo, check_suite_id }
    await expect(on.octokit().checks.rerequestSuite(suite)).rejects.toMatchObject({ status: 422 })
    on.codehost.finishRun({ runId: id })
    const check_run_id = (await job('Unit tests (22)', id)).id
    await on.octokit().checks.rerequestRun({ ...repo, check_run_id })
    expect((await on.jobs(id)).map(({ status }) => status)).toEqual(['completed', 'completed', 'queued'])
    on.codehost.finishRun({ runId: id })
    await on.octokit().checks.rerequestSuite(suite)
    expect((await on.jobs(id)).map(({ name, status }) => `${name} ${status}`)).toEqual(['build queued'])
    expect((await on.get(id)).run_attempt).toBe(3)
  })

  it('is refused while the run is in progress', async () => {
    const { id } = await job('going', 2)
    await expect(on.actions.reRunJobForWorkflowRun({ ...repo, job_id: id })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'The workflow run containing this job is already running' } },
    })
  })
})

describe('the log of a job', () => {
  const log = async (job_id: number) => (await on.actions.downloadJobLogsForWorkflowRun({ ...repo, job_id })).data

  it('is a text behind a redirect: the seeded one, or one made from its steps', async () => {
    expect(await log((await job('loud')).id)).toBe('AAAH\n')
    const { id } = await on.run()
    on.codehost.finishRun({ runId: id, conclusion: 'failure' })
    const text = String(await log((await job('build', id)).id))
    expect(text).toMatch(/^2026-01-01T00:00:00\.0000000Z Set up job\n/)
    expect(text).toContain('##[group]Run actions/checkout@v4')
    expect(text).toContain('##[error]Process completed with exit code 1.')
    const other = await on.run()
    on.codehost.finishRun({ runId: other.id, logs: { build: 'It went well.\n' } })
    expect(await log((await job('build', other.id)).id)).toBe('It went well.\n')
  })

  it('is readable with a token, once the job is completed', async () => {
    const { id } = await job('quiet')
    const path = `/repos/octocat/hello-world/actions/jobs/${id}/logs`
    const headers = { authorization: 'token monalisa' }
    const response = await fetch(`${on.codehost.url}${path}`, { headers, redirect: 'manual' })
    expect(response.status).toBe(302)
    const file = await fetch(response.headers.get('location') ?? '')
    expect(file.headers.get('content-type')).toMatch(/^text\/plain/)
    expect((await fetch(`${on.codehost.url}${path}`)).status).toBe(401)
    await expect(log((await job('going', 2)).id)).rejects.toMatchObject({ status: 404 })
    await on.actions.deleteWorkflowRunLogs({ ...repo, run_id: 1 })
    await expect(log(id)).rejects.toMatchObject({ status: 404 })
  })
})
