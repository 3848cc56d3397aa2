import { strFromU8, unzipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { repo, stage, startStage, type Stage } from './actions.fixture.ts'

const on = await stage({
  workflows: [
    {
      path: '.github/workflows/red.yml',
      name: 'Red',
      conclusion: 'failure',
      jobs: ['a', { name: 'b', needs: ['a'] }],
    },
    {
      path: '.github/workflows/half.yml',
      name: 'Half',
      jobs: [{ name: 'good' }, { name: 'bad', conclusion: 'failure' }],
    },
  ],
  workflow_runs: [
    { workflow: 'CI', title: 'The first', created_at: '2025-11-01T10:00:00Z' },
    {
      workflow: 'plain.yaml',
      event: 'pull_request',
      branch: 'feature',
      actor: 'hubber',
      conclusion: 'failure',
      created_at: '2025-11-02T10:00:00Z',
    },
    { workflow: '.github/workflows/ci.yml', status: 'in_progress', created_at: '2025-11-03T10:00:00Z' },
    { workflow: 'CI', status: 'queued', event: 'schedule', created_at: '2025-11-04T10:00:00Z' },
  ],
})
const { it } = on

type Query = Parameters<Stage['actions']['listWorkflowRunsForRepo']>[0]

async function numbers(query: Partial<Query> = {}): Promise<number[]> {
  const { data } = await on.stranger.actions.listWorkflowRunsForRepo({ ...repo, ...query })
  expect(data.total_count).toBeGreaterThanOrEqual(data.workflow_runs.length)
  return data.workflow_runs.map(({ id }) => id)
}

describe('a run', () => {
  it('has every member of the vendor’s', async () => {
    const run = await on.run()
    const api = `${on.codehost.url}/repos/octocat/hello-world`
    const url = `${api}/actions/runs/${run.id}`
    expect(Object.keys(run).slice(0, 12)).toEqual([
      'id',
      'name',
      'node_id',
      'head_branch',
      'head_sha',
      'path',
      'display_title',
      'run_number',
      'event',
      'status',
      'conclusion',
      'workflow_id',
    ])
    expect(run).toMatchObject({
      name: 'CI',
      path: '.github/workflows/ci.yml',
      run_number: 4,
      run_attempt: 1,
      status: 'queued',
      conclusion: null,
      url,
      html_url: `${on.codehost.url}/octocat/hello-world/actions/runs/${run.id}`,
      pull_requests: [],
      created_at: '2026-01-01T00:00:00Z',
      run_started_at: '2026-01-01T00:00:00Z',
      triggering_actor: { login: 'octocat' },
      jobs_url: `${url}/jobs`,
      logs_url: `${url}/logs`,
      check_suite_url: `${api}/check-suites/${run.check_suite_id}`,
      artifacts_url: `${url}/artifacts`,
      cancel_url: `${url}/cancel`,
      rerun_url: `${url}/rerun`,
      previous_attempt_url: null,
      workflow_url: `${api}/actions/workflows/${run.workflow_id}`,
      head_commit: { id: run.head_sha, message: 'Initial commit' },
      repository: { full_name: 'octocat/hello-world' },
      head_repository: { full_name: 'octocat/hello-world' },
    })
    expect(run.repository).not.toHaveProperty('stargazers_count')
    const suite = await on.stranger.checks.getSuite({ ...repo, check_suite_id: run.check_suite_id ?? 0 })
    expect(suite.data).toMatchObject({ status: 'queued', head_sha: run.head_sha, app: { slug: 'github-actions' } })
  })

  it('is queued, in progress and completed by the clock, with events; jobs wait for those they need', async () => {
    const { id, check_suite_id } = await on.run()
    await on.events()
    const names = async () => (await on.jobs(id)).map(({ name, status }) => `${name} ${status}`)
    expect(await names()).toEqual(['build queued'])

    on.codehost.clock.advance(166)
    expect(await on.get(id)).toMatchObject({ status: 'in_progress', conclusion: null })
    expect(await names()).toEqual(['build in_progress'])
    expect(await on.events()).toEqual(['workflow_run.in_progress', 'workflow_job.in_progress'])

    on.codehost.clock.advance(166)
    expect(await names()).toEqual(['build completed', 'Unit tests (20) in_progress', 'Unit tests (22) in_progress'])
    expect(await on.events()).toEqual([
      'check_run.completed',
      'workflow_job.completed',
      'workflow_job.queued',
      'check_run.created',
      'workflow_job.queued',
      'check_run.created',
      'workflow_job.in_progress',
      'workflow_job.in_progress',
    ])
    expect((await on.get(id)).status).toBe('in_progress')

    on.codehost.clock.advance(168)
    expect(await on.get(id)).toMatchObject({ status: 'completed', conclusion: 'success' })
    const ended = ['check_run.completed', 'workflow_job.completed']
    expect(await on.events()).toEqual([...ended, ...ended, 'workflow_run.completed', 'check_suite.completed'])
    const suite = await on.stranger.checks.getSuite({ ...repo, check_suite_id: check_suite_id ?? 0 })
    expect(suite.data).toMatchObject({ status: 'completed', conclusion: 'success', latest_check_runs_count: 3 })

    on.codehost.clock.advance('1h')
    expect(await on.events()).toEqual([])
  })

  it('takes as long as the seed says', async () => {
    await using quick = await startStage({}, { actions: { run_ms: 0 } })
    quick.codehost.clock.resume()
    const completed = quick.codehost.webhooks.next('workflow_run.completed')
    const { id } = await quick.run()
    await completed
    expect((await quick.get(id)).conclusion).toBe('success')
  })

  it('has the conclusions that the seed gives its workflow and single jobs', async () => {
    const red = await on.run('red.yml')
    const half = await on.run('half.yml')
    on.codehost.clock.advance('1s')
    expect((await on.get(red.id)).conclusion).toBe('failure')
    expect((await on.jobs(red.id)).map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['a', 'failure'],
      ['b', 'skipped'],
    ])
    expect((await on.get(half.id)).conclusion).toBe('failure')
    expect((await on.jobs(half.id)).map(({ conclusion }) => conclusion)).toEqual(['success', 'failure'])
    expect(await on.events()).toContain('workflow_run.completed')
  })

  it('is not found in another repository', async () => {
    const { id } = await on.run()
    for (const wrong of [
      { ...repo, run_id: 999 },
      { owner: 'octocat', repo: 'empty', run_id: id },
    ]) {
      await expect(on.actions.getWorkflowRun(wrong)).rejects.toMatchObject({ status: 404 })
    }
  })
})

describe('finishRun', () => {
  it('completes the newest unfinished run at once, with the given conclusion and every event', async () => {
    const { id } = await on.run()
    await on.events()
    expect(on.codehost.finishRun({ conclusion: 'failure' })).toEqual({ runId: id, conclusion: 'failure' })
    expect(await on.get(id)).toMatchObject({ status: 'completed', conclusion: 'failure' })
    const jobs = await on.jobs(id)
    expect(jobs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['build', 'failure'],
      ['Unit tests (20)', 'skipped'],
      ['Unit tests (22)', 'skipped'],
    ])
    const events = await on.events()
    expect(events[0]).toBe('workflow_run.in_progress')
    expect(events.slice(-2)).toEqual(['workflow_run.completed', 'check_suite.completed'])
    on.codehost.clock.advance('1h')
    expect(await on.events()).toEqual([])
  })

  it('accepts the conclusions of single jobs', async () => {
    const { id } = await on.run()
    on.codehost.finishRun({ runId: id, jobs: { 'Unit tests (22)': 'failure' } })
    expect((await on.get(id)).conclusion).toBe('failure')
    expect((await on.jobs(id)).map(({ conclusion }) => conclusion)).toEqual(['success', 'success', 'failure'])
  })

  it('accepts the conclusions of the run and of single jobs together', async () => {
    const { id } = await on.run()
    on.codehost.finishRun({ runId: id, conclusion: 'neutral', jobs: { build: 'cancelled' } })
    expect((await on.get(id)).conclusion).toBe('neutral')
    expect((await on.jobs(id)).map(({ conclusion }) => conclusion)).toEqual(['cancelled', 'skipped', 'skipped'])
    expect(await on.events()).toContain('workflow_run.completed')
  })

  it('finds the run by repository and workflow', async () => {
    const ci = await on.run()
    const red = await on.run('red.yml')
    expect(on.codehost.finishRun({ repo: 'octocat/hello-world', workflow: 'ci.yml' }).runId).toBe(ci.id)
    expect((await on.get(red.id)).status).toBe('queued')
    expect(on.codehost.finishRun({ workflow: 'Red', conclusion: 'timed_out' }).conclusion).toBe('timed_out')
  })

  it('refuses unknown options, and changes nothing', async () => {
    const { id } = await on.run()
    expect(() => on.codehost.finishRun({ runId: 999 })).toThrow('finishRun: no such run with runId 999; there are')
    expect(() => on.codehost.finishRun({ runId: id, jobs: { nope: 'failure' } })).toThrow('has no job named "nope"')
    expect(() => on.codehost.finishRun({ conclusion: 'fine' as never })).toThrow(TypeError)
    expect((await on.get(id)).status).toBe('queued')
    on.codehost.finishRun({ runId: id })
    expect(() => on.codehost.finishRun({ runId: id })).toThrow('no such run')
  })
})

describe('runs', () => {
  it('are listed newest first, seeded ones at their seeded place', async () => {
    const run = await on.run()
    const { data } = await on.stranger.actions.listWorkflowRunsForRepo(repo)
    expect(data.total_count).toBe(5)
    expect(data.workflow_runs.map(({ id, status, conclusion }) => [id, status, conclusion])).toEqual([
      [run.id, 'queued', null],
      [4, 'queued', null],
      [3, 'in_progress', null],
      [2, 'completed', 'failure'],
      [1, 'completed', 'success'],
    ])
    on.codehost.clock.advance('1h')
    expect((await on.get(4)).status).toBe('queued')
    expect((await on.get(3)).status).toBe('in_progress')
  })

  it('are listed in pages', async () => {
    const { data, headers } = await on.actions.listWorkflowRunsForRepo({ ...repo, per_page: 3, page: 2 })
    expect(data).toMatchObject({ total_count: 4, workflow_runs: [{ id: 1 }] })
    expect(headers.link).toContain('rel="prev"')
  })

  it('are filtered by actor, branch, event, status, conclusion, commit, suite and time', async () => {
    const sha = (await on.get(2)).head_sha
    const suite = (await on.get(3)).check_suite_id ?? 0
    const expected: [Partial<Query>, number[]][] = [
      [{ actor: 'Hubber' }, [2]],
      [{ actor: 'nobody' }, []],
      [{ branch: 'feature' }, [2]],
      [{ event: 'push' }, [3, 1]],
      [{ event: 'schedule' }, [4]],
      [{ status: 'completed' }, [2, 1]],
      [{ status: 'success' }, [1]],
      [{ status: 'failure' }, [2]],
      [{ status: 'in_progress' }, [3]],
      [{ status: 'queued' }, [4]],
      [{ head_sha: sha }, [2]],
      [{ check_suite_id: suite }, [3]],
      [{ created: '2025-11-02' }, [2]],
      [{ created: '>=2025-11-03' }, [4, 3]],
      [{ created: '<2025-11-02' }, [1]],
      [{ created: '2025-11-02..2025-11-03T23:00:00Z' }, [3, 2]],
      [{ branch: 'main', status: 'completed', event: 'push' }, [1]],
    ]
    for (const [query, found] of expected) expect(await numbers(query), JSON.stringify(query)).toEqual(found)
    await expect(numbers({ created: 'yesterday' })).rejects.toMatchObject({ status: 422 })
  })

  it('are listed for one workflow', async () => {
    const of = async (workflow_id: string | number, query: Partial<Query> = {}) =>
      (await on.stranger.actions.listWorkflowRuns({ ...repo, workflow_id, ...query })).data.workflow_runs.map(
        ({ id }) => id,
      )
    expect(await of('ci.yml')).toEqual([4, 3, 1])
    expect(await of('ci.yml', { status: 'queued' })).toEqual([4])
    expect(await of('ci.yml', { head_sha: (await on.get(2)).head_sha })).toEqual([])
    await expect(of('none.yml')).rejects.toMatchObject({ status: 404 })
  })

  it('have the pull requests of their commit, unless the client excludes them', async () => {
    const pull = { ...repo, title: 'Feature', head: 'feature', base: 'main' }
    const { data } = await on.octokit().pulls.create(pull)
    expect((await on.get(2)).pull_requests).toMatchObject([{ number: data.number, head: { ref: 'feature' } }])
    const without = { ...repo, exclude_pull_requests: true }
    expect((await on.actions.getWorkflowRun({ ...without, run_id: 2 })).data.pull_requests).toEqual([])
    const listed = await on.actions.listWorkflowRunsForRepo({ ...without, branch: 'feature' })
    expect(listed.data.workflow_runs.flatMap((run) => run.pull_requests)).toEqual([])
  })
})

describe('cancelling', () => {
  it.for(['cancelWorkflowRun', 'forceCancelWorkflowRun'] as const)('%s ends a run and its jobs', async (operation) => {
    const { id } = await on.run()
    on.codehost.clock.advance(400)
    await on.events()
    const { status, data } = await on.octokit('hubber').actions[operation]({ ...repo, run_id: id })
    expect([status, data]).toEqual([202, {}])
    expect(await on.get(id)).toMatchObject({ status: 'completed', conclusion: 'cancelled' })
    expect((await on.jobs(id)).map(({ conclusion }) => conclusion)).toEqual(['success', 'cancelled', 'cancelled'])
    expect((await on.events()).slice(-2)).toEqual(['workflow_run.completed', 'check_suite.completed'])
    on.codehost.clock.advance('1h')
    expect((await on.get(id)).conclusion).toBe('cancelled')
    await expect(on.actions[operation]({ ...repo, run_id: id })).rejects.toMatchObject({
      status: 409,
      response: { data: { message: 'Cannot cancel a workflow run that is completed.' } },
    })
  })

  it('works for a queued run, and only for users with push access', async () => {
    const run = { ...repo, run_id: 4 }
    await expect(on.stranger.actions.cancelWorkflowRun(run)).rejects.toMatchObject({ status: 401 })
    await expect(on.stranger.actions.forceCancelWorkflowRun(run)).rejects.toMatchObject({ status: 401 })
    await expect(on.octokit('monalisa').actions.cancelWorkflowRun(run)).rejects.toMatchObject({ status: 403 })
    await on.actions.cancelWorkflowRun(run)
    expect((await on.get(4)).conclusion).toBe('cancelled')
  })
})

describe('running again', () => {
  it('begins a new attempt of all jobs; the earlier one stays readable', async () => {
    const first = await on.run('red.yml')
    on.codehost.clock.advance('1m')
    await on.events()
    const jobs = await on.jobs(first.id)
    const { status, data } = await on.octokit('hubber').actions.reRunWorkflow({ ...repo, run_id: first.id })
    expect([status, data]).toEqual([201, {}])
    const again = await on.get(first.id)
    expect(again).toMatchObject({
      run_attempt: 2,
      run_number: first.run_number,
      status: 'queued',
      conclusion: null,
      created_at: first.created_at,
      run_started_at: '2026-01-01T00:01:00Z',
      actor: { login: 'octocat' },
      triggering_actor: { login: 'hubber' },
      previous_attempt_url: `${first.url}/attempts/1`,
    })
    expect(await on.events()).toEqual(['workflow_run.requested', 'workflow_job.queued', 'check_run.created'])

    const attempt = async (attempt_number: number) =>
      (await on.stranger.actions.getWorkflowRunAttempt({ ...repo, run_id: first.id, attempt_number })).data
    expect(await attempt(1)).toMatchObject({
      run_attempt: 1,
      conclusion: 'failure',
      run_started_at: first.run_started_at,
      triggering_actor: { login: 'octocat' },
      previous_attempt_url: null,
    })
    expect(await attempt(2)).toEqual(again)
    await expect(attempt(3)).rejects.toMatchObject({ status: 404 })

    on.codehost.finishRun({ runId: first.id, conclusion: 'success' })
    expect((await on.get(first.id)).conclusion).toBe('success')
    const suite = await on.stranger.checks.getSuite({ ...repo, check_suite_id: first.check_suite_id ?? 0 })
    expect(suite.data.conclusion).toBe('success')
    const latest = await on.jobs(first.id)
    expect(latest.map(({ run_attempt }) => run_attempt)).toEqual([2, 2])
    expect(latest.map(({ id }) => id)).not.toEqual(jobs.map(({ id }) => id))
    expect((await on.jobs(first.id, { filter: 'all' })).length).toBe(4)
  })

  it('of the failed jobs keeps those that succeeded', async () => {
    const { id } = await on.run()
    on.codehost.finishRun({ runId: id, jobs: { 'Unit tests (22)': 'failure' } })
    const before = await on.jobs(id)
    await on.actions.reRunWorkflowFailedJobs({ ...repo, run_id: id })
    const jobs = await on.jobs(id)
    expect(jobs.map(({ name, status, run_attempt }) => [name, status, run_attempt])).toEqual([
      ['build', 'completed', 2],
      ['Unit tests (20)', 'completed', 2],
      ['Unit tests (22)', 'queued', 2],
    ])
    expect(jobs[0]).toMatchObject({ completed_at: before[0]?.completed_at, steps: before[0]?.steps })
    on.codehost.clock.advance('1m')
    expect((await on.get(id)).conclusion).toBe('success')
    await expect(on.actions.reRunWorkflowFailedJobs({ ...repo, run_id: id })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'This workflow run cannot be retried' } },
    })
  })

  it('is refused while it is in progress, and to users without push access', async () => {
    const { id: run_id } = await on.run()
    for (const operation of ['reRunWorkflow', 'reRunWorkflowFailedJobs'] as const) {
      await expect(on.actions[operation]({ ...repo, run_id })).rejects.toMatchObject({
        status: 403,
        response: { data: { message: 'This workflow is already running' } },
      })
      await expect(on.octokit('monalisa').actions[operation]({ ...repo, run_id })).rejects.toMatchObject({
        status: 403,
      })
    }
  })
})

describe('deleting a run', () => {
  it('deletes its jobs, checks and suite', async () => {
    const { check_suite_id = 0 } = await on.get(1)
    const [job] = await on.jobs(1)
    expect((await on.octokit('hubber').actions.deleteWorkflowRun({ ...repo, run_id: 1 })).status).toBe(204)
    await expect(on.get(1)).rejects.toMatchObject({ status: 404 })
    await expect(on.actions.getJobForWorkflowRun({ ...repo, job_id: job?.id ?? 0 })).rejects.toMatchObject({
      status: 404,
    })
    await expect(on.stranger.checks.getSuite({ ...repo, check_suite_id })).rejects.toMatchObject({ status: 404 })
    expect(await numbers()).toEqual([4, 3, 2])
  })

  it('is refused while it is in progress', async () => {
    await expect(on.actions.deleteWorkflowRun({ ...repo, run_id: 3 })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'Could not delete the workflow run' } },
    })
    await expect(on.stranger.actions.deleteWorkflowRun({ ...repo, run_id: 1 })).rejects.toMatchObject({ status: 401 })
  })
})

describe('the logs of a run', () => {
  const logs = (run_id: number) => on.actions.downloadWorkflowRunLogs({ ...repo, run_id })

  it('are there for each attempt', async () => {
    const { id } = await on.run()
    on.codehost.finishRun({ runId: id, logs: { build: 'first' } })
    await on.actions.reRunWorkflow({ ...repo, run_id: id })
    const attempt = async (attempt_number: number) => {
      const { data } = await on.actions.downloadWorkflowRunAttemptLogs({ ...repo, run_id: id, attempt_number })
      return unzipSync(new Uint8Array(data as ArrayBuffer)) // the client returns a zip as an ArrayBuffer
    }
    expect(strFromU8((await attempt(1))['0_build.txt'] as Uint8Array)).toBe('first') // a job of the workflow
    await expect(attempt(2)).rejects.toMatchObject({ status: 404 })
    on.codehost.finishRun({ runId: id, logs: { build: 'second' } })
    expect(strFromU8((await attempt(2))['0_build.txt'] as Uint8Array)).toBe('second') // the same
    await expect(attempt(3)).rejects.toMatchObject({ status: 404 })
  })

  it('are an archive behind a redirect, with a file for each job and step', async () => {
    const { id } = await on.run()
    on.codehost.finishRun({ runId: id, jobs: { 'Unit tests (22)': 'failure' } })
    const { data, status } = await logs(id)
    expect(status).toBe(200)
    const files = unzipSync(new Uint8Array(data as ArrayBuffer)) // the client returns a zip as an ArrayBuffer
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['0_build.txt', '2_Unit tests (22).txt', 'build/1_Set up job.txt', 'build/3_Install.txt']),
    )
    expect(strFromU8(files['0_build.txt'] as Uint8Array)).toContain('##[group]Install') // checked above
    expect(strFromU8(files['2_Unit tests (22).txt'] as Uint8Array)).toContain('##[error]Process completed') // checked above
  })

  it('are behind a link that needs no token and lasts a minute', async () => {
    const headers = { authorization: 'token octocat' }
    const path = '/repos/octocat/hello-world/actions/runs/1/logs'
    const response = await fetch(`${on.codehost.url}${path}`, { headers, redirect: 'manual' })
    expect(response.status).toBe(302)
    const location = response.headers.get('location') ?? ''
    expect(location.startsWith(on.codehost.url)).toBe(true)
    expect((await fetch(location)).headers.get('content-type')).toBe('application/zip')
    expect((await fetch(location.replace('/runs/1/', '/runs/2/'))).status).toBe(403)
    on.codehost.clock.advance('61s')
    expect((await fetch(location)).status).toBe(403)
    expect((await fetch(`${on.codehost.url}${path}`)).status).toBe(401)
  })

  it('are deleted, and 404 before the run is completed', async () => {
    await expect(logs(3)).rejects.toMatchObject({ status: 404 })
    await expect(on.actions.deleteWorkflowRunLogs({ ...repo, run_id: 3 })).rejects.toMatchObject({ status: 403 })
    expect((await logs(1)).status).toBe(200)
    expect((await on.octokit('hubber').actions.deleteWorkflowRunLogs({ ...repo, run_id: 1 })).status).toBe(204)
    await expect(logs(1)).rejects.toMatchObject({ status: 404 })
  })
})
