import { describe, expect } from 'vitest'
import { repo, stage } from '#codehost/routes/actions/actions.fixture.ts'

const on = await stage({
  workflows: [{ path: '.github/workflows/seeded.yml', name: 'Seeded', on: ['push'], state: 'disabled_manually' }],
  branches: [{ name: 'feature', files: { 'b.txt': 'b\n' } }, { name: 'release/1/2' }],
})
const { it } = on

async function write(path: string, content: string, { branch = 'main', message = `Write ${path}` } = {}) {
  const { data } = await on.octokit('hubber').repos.createOrUpdateFileContents({
    ...repo,
    path,
    branch,
    message,
    content: Buffer.from(content).toString('base64'),
  })
  return data.commit.sha ?? ''
}

/** Returns all runs, oldest first, as `name event branch`. */
async function runs(): Promise<string[]> {
  const { data } = await on.actions.listWorkflowRunsForRepo({ ...repo, per_page: 100 })
  return data.workflow_runs.map(({ name, event, head_branch }) => `${name} ${event} ${head_branch}`).toReversed()
}

const plain = '.github/workflows/plain.yaml'

/**
 * Adds a workflow with this trigger and returns the number of runs that `then` starts. Runs of the push that adds the
 * workflow do not count.
 */
async function runsOn(trigger: string, then: () => Promise<unknown>): Promise<number> {
  const text = `name: Wanted\n${trigger}\njobs: { a: { runs-on: x } }\n`
  for (const branch of ['main', 'feature']) {
    await write('.github/workflows/wanted.yml', text, { branch, message: 'Add it [skip ci]' })
  }
  await then()
  return (await runs()).filter((run) => run.startsWith('Wanted')).length
}

async function tip(branch: string): Promise<string> {
  return (await on.stranger.repos.getBranch({ ...repo, branch })).data.commit.sha
}

describe('a push', () => {
  it('runs the workflows of its branch, with the pusher as actor and the commit as title', async () => {
    const sha = await write('a.txt', 'a', { message: 'Add a\n\nAnd more.' })
    expect(await runs()).toEqual(['CI push main', `${plain} push main`])
    expect(await on.newest()).toMatchObject({ head_sha: sha, display_title: 'Add a', actor: { login: 'hubber' } })
    expect((await on.events()).filter((event) => event.startsWith('workflow_run'))).toEqual([
      'workflow_run.requested',
      'workflow_run.requested',
    ])
  })

  it('runs the workflow files of the pushed branch, and only on the branches that they name', async () => {
    await write('c.txt', 'c', { branch: 'feature' })
    expect(await runs()).toEqual([`${plain} push feature`])
    await write('c.txt', 'c', { branch: 'release/1/2' })
    expect(await runs()).toEqual([`${plain} push feature`, 'CI push release/1/2', `${plain} push release/1/2`])
    await write('.github/workflows/own.yml', 'name: Own\non: push\njobs: { a: {} }\n', { branch: 'feature' })
    expect((await runs()).slice(-2)).toEqual(['Own push feature', `${plain} push feature`])
    const { data } = await on.actions.getWorkflow({ ...repo, workflow_id: 'own.yml' })
    expect(data).toMatchObject({ name: 'Own', state: 'active' })
  })

  it.for(['[skip ci]', '[no ci]', '[actions skip]', '\n\nskip-checks: true'])('runs nothing with %j', async (words) => {
    await write('a.txt', 'a', { message: `Quiet ${words}` })
    expect(await runs()).toEqual([])
  })

  it('runs no disabled workflow', async () => {
    await on.actions.disableWorkflow({ ...repo, workflow_id: 'ci.yml' })
    await on.actions.enableWorkflow({ ...repo, workflow_id: 'seeded.yml' })
    await write('a.txt', 'a')
    expect(await runs()).toEqual([`${plain} push main`, 'Seeded push main'])
  })

  it.for([
    ['on: { push: { branches-ignore: [main] } }', 0],
    ["on: { push: { branches: ['**', '!main'] } }", 0],
    ["on: { push: { branches: ['ma?in', 'm*'] } }", 1],
    ['on: { push: { tags: [v1] } }', 0],
    ["on: { push: { paths: ['docs/**'] } }", 0],
    ["on: { push: { paths: ['**.txt'] } }", 1],
    ["on: { push: { paths-ignore: ['*.txt'] } }", 0],
    ['on: [push, pull_request]', 1],
    ['on: pull_request', 0],
    ['jobs: {}', 0],
  ] as const)('by %s', async ([trigger, count]) => {
    expect(await runsOn(trigger, () => write('a.txt', 'a'))).toBe(count)
  })

  it.for([
    ['on: push', 1],
    ["on: { push: { tags: ['v*'] } }", 1],
    ["on: { push: { tags-ignore: ['v*'] } }", 0],
    ['on: { push: { branches: [main] } }', 0],
    ["on: { push: { branches: [main], tags: ['v*'] } }", 1],
  ] as const)('of a tag by %s', async ([trigger, count]) => {
    const tag = async () => {
      await write('a.txt', 'a', { message: 'Quiet [skip ci]', branch: 'feature' })
      await write('.github/workflows/empty.txt', 'x', { message: 'Tagged', branch: 'main' })
      const before = (await runs()).filter((run) => run.startsWith('Wanted')).length
      await on.octokit().git.createRef({ ...repo, ref: 'refs/tags/v1', sha: await tip('main') })
      const after = (await runs()).filter((run) => run.startsWith('Wanted'))
      expect(after.length - before).toBe(count)
      if (count > 0) expect(after.at(-1)).toBe('Wanted push v1')
    }
    await runsOn(trigger, tag)
  })

  it('fails the run of a matrix that is larger than 256 jobs, at once and without a job', async () => {
    const axis = JSON.stringify(Array.from({ length: 100 }, (_, index) => index))
    const matrix = `strategy: { matrix: { x: ${axis}, y: ${axis} } }`
    await write('.github/workflows/large.yml', `name: Large\non: push\njobs: { a: { ${matrix}, runs-on: x } }\n`)
    const { data } = await on.actions.listWorkflowRuns({ ...repo, workflow_id: 'large.yml' })
    expect(data.workflow_runs).toMatchObject([{ name: 'Large', status: 'completed', conclusion: 'failure' }])
    const run_id = data.workflow_runs[0]?.id ?? 0
    expect((await on.actions.listJobsForWorkflowRun({ ...repo, run_id })).data.total_count).toBe(0)
    await on.octokit('hubber').actions.reRunWorkflow({ ...repo, run_id })
    on.codehost.clock.advance(60_000)
    expect((await on.actions.getWorkflowRun({ ...repo, run_id })).data).toMatchObject({
      run_attempt: 2,
      conclusion: 'failure',
    })
  })

  it('skips thousands of jobs that need one another in time proportional to their number', async () => {
    const jobs = Array.from({ length: 2500 }, (_, index) => `  j${index}: { runs-on: x, needs: [j${index - 1}] }`)
    // Thousands of deliveries of what happens to the jobs would take the time that is not asked about here.
    const { data: hooks } = await on.octokit().repos.listWebhooks(repo)
    for (const { id } of hooks) await on.octokit().repos.deleteWebhook({ ...repo, hook_id: id })
    await write('.github/workflows/long.yml', `name: Long\non: push\njobs:\n${jobs.join('\n')}\n`)
    const before = process.cpuUsage()
    const { runId } = on.codehost.finishRun({ workflow: 'Long', jobs: { j0: 'failure' } })
    expect(process.cpuUsage(before).user).toBeLessThan(6_000_000)
    const { data } = await on.actions.listJobsForWorkflowRun({ ...repo, run_id: runId, per_page: 1, page: 2500 })
    expect(data).toMatchObject({ total_count: 2500, jobs: [{ name: 'j2499', conclusion: 'skipped' }] })
  })

  it('to a repository without workflows starts nothing', async () => {
    await on.octokit().repos.createOrUpdateFileContents({
      owner: 'octocat',
      repo: 'hidden',
      path: 'a.txt',
      message: 'a',
      content: '',
    })
    const { data } = await on.actions.listWorkflowRunsForRepo({ owner: 'octocat', repo: 'hidden' })
    expect(data).toEqual({ total_count: 0, workflow_runs: [] })
  })
})

describe('a pull request', () => {
  const open = (more: object = {}) =>
    on.octokit('hubber').pulls.create({ ...repo, title: 'A feature', head: 'feature', base: 'main', ...more })

  it('runs its workflows when it is opened and when it gets commits', async () => {
    const { data } = await open()
    expect(await runs()).toEqual(['CI pull_request feature'])
    const run = await on.newest()
    expect(run).toMatchObject({
      head_sha: data.head.sha,
      display_title: 'CI of feature by hubber',
      actor: { login: 'hubber' },
      pull_requests: [{ number: data.number }],
    })
    await write('d.txt', 'd', { branch: 'feature' })
    expect(await runs()).toEqual(['CI pull_request feature', `${plain} push feature`, 'CI pull_request feature'])
    await on.octokit().pulls.update({ ...repo, pull_number: data.number, title: 'Another title' })
    await on.octokit().pulls.update({ ...repo, pull_number: data.number, state: 'closed' })
    expect((await runs()).length).toBe(3)
    await on.octokit().pulls.update({ ...repo, pull_number: data.number, state: 'open' })
    expect((await runs()).length).toBe(4)
  })

  it.for([
    ['on: { pull_request: { branches: [main] } }', 1],
    ["on: { pull_request: { branches: ['release/**'] } }", 0],
    ['on: { pull_request: { types: [labeled] } }', 0],
    ['on: { pull_request: { types: [opened, labeled] } }', 1],
    ["on: { pull_request: { paths: ['b.txt'] } }", 1],
    ["on: { pull_request: { paths-ignore: ['*.txt', '.github/**'] } }", 0],
    ['on: pull_request_target', 1],
  ] as const)('runs by %s', async ([trigger, count]) => {
    const opened = async () => {
      await write('n.txt', 'n', { branch: 'feature' })
      await open()
    }
    expect(await runsOn(trigger, opened)).toBe(count)
  })

  it('with conflicts runs nothing', async () => {
    await write('b.txt', 'another b')
    const before = (await runs()).length
    await open()
    expect((await runs()).length).toBe(before)
  })

  it('cannot be merged before the required check of its workflow has succeeded', async () => {
    await on.octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: { strict: false, contexts: ['build'] },
      enforce_admins: true,
      required_pull_request_reviews: null,
      restrictions: null,
    })
    const { data } = await open()
    const pull = { ...repo, pull_number: data.number }
    const state = async () => (await on.octokit().pulls.get(pull)).data.mergeable_state
    expect(await state()).toBe('blocked')
    await expect(on.octokit().pulls.merge(pull)).rejects.toMatchObject({ status: 405 })
    on.codehost.finishRun({ workflow: 'CI', conclusion: 'failure' })
    expect(await state()).toBe('blocked')
    await on.actions.reRunWorkflowFailedJobs({ ...repo, run_id: (await on.newest()).id })
    on.codehost.finishRun({ workflow: 'CI' })
    expect(await state()).toBe('clean')
    expect((await on.octokit().pulls.merge(pull)).data.merged).toBe(true)
  })

  it('from a fork runs workflows in the base repository, and in the fork only enabled ones', async () => {
    const { data: fork } = await on.octokit('monalisa').repos.createFork(repo)
    const there = { owner: 'monalisa', repo: fork.name }
    await on.octokit('monalisa').repos.createOrUpdateFileContents({
      ...there,
      path: 'z.txt',
      message: 'z',
      content: '',
      branch: 'feature',
    })
    const workflows = (await on.octokit('monalisa').actions.listRepoWorkflows(there)).data.workflows
    expect(workflows.map(({ state }) => state)).toEqual(['disabled_fork', 'disabled_fork'])
    expect((await on.octokit('monalisa').actions.listWorkflowRunsForRepo(there)).data.total_count).toBe(0)
    await on.octokit('monalisa').pulls.create({ ...repo, title: 'From afar', head: 'monalisa:feature', base: 'main' })
    expect(await on.newest()).toMatchObject({
      event: 'pull_request',
      head_branch: 'feature',
      repository: { full_name: 'octocat/hello-world' },
      head_repository: { full_name: 'monalisa/hello-world', fork: true },
    })
    expect(await on.events()).toContain('workflow_run.requested')
  })
})
