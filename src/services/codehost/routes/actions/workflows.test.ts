import { describe, expect } from 'vitest'
import { CI, repo, stage } from './actions.fixture.ts'

const on = await stage({
  workflows: [
    { name: 'Nightly', path: '.github/workflows/nightly.yml', on: ['schedule'], state: 'disabled_inactivity' },
    {
      name: 'Deploy',
      path: '.github/workflows/deploy.yml',
      inputs: { to: { options: ['test', 'live'], required: true } },
    },
    { name: 'Anything', path: '.github/workflows/anything.yml', jobs: ['one', { name: 'two', needs: ['one'] }] },
  ],
})
const { it } = on

async function state(workflow_id: number | string) {
  return (await on.actions.getWorkflow({ ...repo, workflow_id })).data.state
}

async function write(path: string, content: string, branch = 'main') {
  const known = await on
    .octokit()
    .repos.getContent({ ...repo, path, ref: branch })
    .catch(() => null)
  const sha = known === null || Array.isArray(known.data) ? undefined : known.data.sha
  await on.octokit().repos.createOrUpdateFileContents({
    ...repo,
    path,
    branch,
    message: `Write ${path}`,
    content: Buffer.from(content).toString('base64'),
    ...(sha === undefined ? {} : { sha }),
  })
}

describe('workflows', () => {
  it('are those of the seed and of the files on the default branch, with the name in the file', async () => {
    const { data } = await on.stranger.actions.listRepoWorkflows(repo)
    expect(data.workflows.map(({ name, path }) => [name, path])).toEqual([
      ['Nightly', '.github/workflows/nightly.yml'],
      ['Deploy', '.github/workflows/deploy.yml'],
      ['Anything', '.github/workflows/anything.yml'],
      ['CI', '.github/workflows/ci.yml'],
      ['.github/workflows/plain.yaml', '.github/workflows/plain.yaml'],
    ])
    expect(data.total_count).toBe(5)
  })

  it('are listed in pages', async () => {
    const { data, headers } = await on.actions.listRepoWorkflows({ ...repo, per_page: 2, page: 2 })
    expect(data.workflows.map(({ name }) => name)).toEqual(['Anything', 'CI'])
    expect(data.total_count).toBe(5)
    expect(headers.link).toContain('rel="next"')
  })

  it('are found by id and by file name, with working URLs', async () => {
    const { data } = await on.stranger.actions.getWorkflow({ ...repo, workflow_id: 'ci.yml' })
    const page = `${on.codehost.url}/octocat/hello-world`
    expect(data).toEqual({
      id: data.id,
      node_id: data.node_id,
      name: 'CI',
      path: '.github/workflows/ci.yml',
      state: 'active',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      url: `${on.codehost.url}/repos/octocat/hello-world/actions/workflows/${data.id}`,
      html_url: `${page}/blob/main/.github/workflows/ci.yml`,
      badge_url: `${page}/actions/workflows/ci.yml/badge.svg`,
    })
    expect((await on.actions.getWorkflow({ ...repo, workflow_id: data.id })).data).toEqual(data)
  })

  it('are not found in another repository, nor in a hidden one', async () => {
    const { id } = (await on.actions.getWorkflow({ ...repo, workflow_id: 'ci.yml' })).data
    for (const workflow_id of ['other.yml', 999, 'notes.txt']) {
      await expect(on.actions.getWorkflow({ ...repo, workflow_id })).rejects.toMatchObject({ status: 404 })
    }
    const elsewhere = { owner: 'octocat', repo: 'empty', workflow_id: id }
    await expect(on.actions.getWorkflow(elsewhere)).rejects.toMatchObject({ status: 404 })
    const hidden = { owner: 'octocat', repo: 'hidden' }
    await expect(on.stranger.actions.listRepoWorkflows(hidden)).rejects.toMatchObject({ status: 404 })
    expect((await on.actions.listRepoWorkflows(hidden)).data).toEqual({ total_count: 0, workflows: [] })
  })

  it('follow the files: added ones appear, changed ones are renamed, deleted ones disappear and return', async () => {
    await write('.github/workflows/new.yml', 'name: New\non: schedule\n')
    expect((await on.actions.getWorkflow({ ...repo, workflow_id: 'new.yml' })).data.name).toBe('New')
    const before = (await on.actions.getWorkflow({ ...repo, workflow_id: 'plain.yaml' })).data
    await write('.github/workflows/plain.yaml', 'name: Fancy\non: schedule\n')
    const after = (await on.actions.getWorkflow({ ...repo, workflow_id: 'plain.yaml' })).data
    expect(after).toMatchObject({ id: before.id, name: 'Fancy' })

    const path = '.github/workflows/plain.yaml'
    const { data } = await on.octokit().repos.getContent({ ...repo, path })
    if (Array.isArray(data)) throw new Error('a directory')
    await on.octokit().repos.deleteFile({ ...repo, path, message: 'Away', sha: data.sha })
    expect((await on.actions.getWorkflow({ ...repo, workflow_id: before.id })).data).toMatchObject({
      state: 'deleted',
      deleted_at: '2026-01-01T00:00:00.000Z',
    })
    const names = (await on.actions.listRepoWorkflows(repo)).data.workflows.map(({ name }) => name)
    expect(names).not.toContain('Fancy')
    await expect(on.actions.enableWorkflow({ ...repo, workflow_id: before.id })).rejects.toMatchObject({ status: 422 })

    await write(path, 'name: Back\non: schedule\n')
    expect(await state(before.id)).toBe('active')
  })

  it('are named by their path where the file cannot be read', async () => {
    await write('.github/workflows/broken.yml', 'name: [\n')
    const { data } = await on.actions.getWorkflow({ ...repo, workflow_id: 'broken.yml' })
    expect(data.name).toBe('.github/workflows/broken.yml')
  })

  it('are disabled and enabled by users with push access', async () => {
    expect(await state('nightly.yml')).toBe('disabled_inactivity')
    const workflow = { ...repo, workflow_id: 'ci.yml' }
    expect((await on.octokit('hubber').actions.disableWorkflow(workflow)).status).toBe(204)
    expect(await state('ci.yml')).toBe('disabled_manually')
    await expect(on.octokit('hubber').actions.disableWorkflow(workflow)).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'Unable to disable a workflow that is not active.' } },
    })
    expect((await on.octokit('hubber').actions.enableWorkflow(workflow)).status).toBe(204)
    expect(await state('ci.yml')).toBe('active')
    await expect(on.stranger.actions.disableWorkflow(workflow)).rejects.toMatchObject({ status: 401 })
    await expect(on.octokit('monalisa').actions.enableWorkflow(workflow)).rejects.toMatchObject({ status: 403 })
    await expect(on.octokit('reader').actions.disableWorkflow(workflow)).rejects.toMatchObject({ status: 403 })
  })
})

describe('a dispatch', () => {
  const dispatch = { ...repo, workflow_id: 'ci.yml', ref: 'main', inputs: { reason: 'why not' } }

  it('starts a run of the ref, and emits an event with the inputs as texts and their defaults', async () => {
    const inputs = { reason: 'why not', debug: true }
    const { status } = await on.octokit('hubber').actions.createWorkflowDispatch({ ...dispatch, inputs })
    expect(status).toBe(204)
    await on.codehost.webhooks.settled()
    const [delivery] = on.receiver.received
    expect(delivery?.event).toBe('workflow_dispatch')
    expect(delivery?.payload).toMatchObject({
      inputs: { reason: 'why not', debug: 'true', level: 'low' },
      ref: 'refs/heads/main',
      workflow: '.github/workflows/ci.yml',
      sender: { login: 'hubber' },
    })
    expect(await on.newest()).toMatchObject({
      name: 'CI',
      event: 'workflow_dispatch',
      status: 'queued',
      head_branch: 'main',
      display_title: 'CI of main by hubber',
      actor: { login: 'hubber' },
    })
    expect(await on.events()).toEqual([
      'workflow_dispatch',
      'workflow_run.requested',
      'workflow_job.queued',
      'check_run.created',
    ])
  })

  it('returns the run that it started on request', async () => {
    const { data, status } = await on.actions.createWorkflowDispatch({ ...dispatch, return_run_details: true })
    expect(status).toBe(200)
    const run = await on.newest()
    expect(data).toEqual({ workflow_run_id: run.id, run_url: run.url, html_url: run.html_url })
  })

  it('accepts a branch or a tag, by its full or short name, with the file at that ref', async () => {
    const { data } = await on.octokit().git.getRef({ ...repo, ref: 'heads/feature' })
    await on.octokit().git.createRef({ ...repo, ref: 'refs/tags/v1', sha: data.object.sha })
    for (const [ref, branch] of [
      ['feature', 'feature'],
      ['refs/heads/feature', 'feature'],
      ['v1', 'v1'],
      ['refs/tags/v1', 'v1'],
    ] as const) {
      await on.actions.createWorkflowDispatch({ ...dispatch, ref })
      expect(await on.newest()).toMatchObject({ head_branch: branch, head_sha: data.object.sha })
    }
    await write('.github/workflows/ci.yml', CI.replace('reason: { required: true }', 'other: {}'), 'feature')
    const inputs = { other: 'x' }
    expect((await on.actions.createWorkflowDispatch({ ...dispatch, ref: 'feature', inputs })).status).toBe(204)
  })

  it.for([
    ['a ref that is not there', { ref: 'nowhere' }, 'No ref found for: nowhere'],
    ['no workflow_dispatch', { workflow_id: 'plain.yaml' }, "Workflow does not have 'workflow_dispatch' trigger"],
    [
      'inputs that the workflow does not have',
      { inputs: { reason: 'x', a: '1', b: '2' } },
      'Unexpected inputs provided: ["a","b"]',
    ],
    ['a required input that is missing', { inputs: {} }, "Required input 'reason' not provided"],
    ['a required input that is empty', { inputs: { reason: '' } }, "Required input 'reason' not provided"],
    [
      'a choice that there is not',
      { inputs: { reason: 'x', level: 'middle' } },
      "Provided value 'middle' for input 'level' not in the list of allowed values",
    ],
    [
      'a boolean that is none',
      { inputs: { reason: 'x', debug: 'maybe' } },
      "Provided value 'maybe' for input 'debug' not in the list of allowed values",
    ],
    [
      'more inputs than there may be',
      { inputs: Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`i${index}`, 'x'])) },
      'Invalid request.\n\nNo more than 25 properties are allowed; 26 were supplied.',
    ],
    ['no ref at all', { ref: undefined as never }, 'Invalid request.\n\n"ref" wasn\'t supplied.'],
  ] as const)('is refused with %s', async ([, wrong, message]) => {
    await expect(on.actions.createWorkflowDispatch({ ...dispatch, ...wrong })).rejects.toMatchObject({
      status: 422,
      response: { data: { message } },
    })
    expect((await on.actions.listWorkflowRunsForRepo(repo)).data.total_count).toBe(0)
    expect(await on.events()).toEqual([])
  })

  it('is refused where the workflow is disabled, unknown or not accessible to this user', async () => {
    await on.actions.disableWorkflow({ ...repo, workflow_id: 'ci.yml' })
    await expect(on.actions.createWorkflowDispatch(dispatch)).rejects.toMatchObject({
      status: 422,
      response: { data: { message: "Cannot trigger a 'workflow_dispatch' on a disabled workflow" } },
    })
    const unknown = { ...dispatch, workflow_id: 'none.yml' }
    await expect(on.actions.createWorkflowDispatch(unknown)).rejects.toMatchObject({ status: 404 })
    await expect(on.stranger.actions.createWorkflowDispatch(dispatch)).rejects.toMatchObject({ status: 401 })
    await expect(on.octokit('monalisa').actions.createWorkflowDispatch(dispatch)).rejects.toMatchObject({ status: 403 })
  })

  it('of a seeded workflow without a file accepts the inputs of the seed, or any', async () => {
    const deploy = { ...repo, workflow_id: 'deploy.yml', ref: 'main' }
    await expect(on.actions.createWorkflowDispatch({ ...deploy, inputs: { to: 'moon' } })).rejects.toMatchObject({
      status: 422,
    })
    await on.actions.createWorkflowDispatch({ ...deploy, inputs: { to: 'live' } })
    expect((await on.jobs((await on.newest()).id)).map(({ name }) => name)).toEqual(['Deploy'])
    await on.actions.createWorkflowDispatch({ ...repo, workflow_id: 'anything.yml', ref: 'main', inputs: { a: '1' } })
    const { id } = await on.newest()
    on.codehost.clock.advance('1s')
    expect((await on.jobs(id)).map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['one', 'success'],
      ['two', 'success'],
    ])
    const nightly = { ...repo, workflow_id: 'nightly.yml', ref: 'main' }
    await expect(on.actions.createWorkflowDispatch(nightly)).rejects.toMatchObject({ status: 422 })
  })
})
