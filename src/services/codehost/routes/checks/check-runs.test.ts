import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    monalisa: { login: 'monalisa', scopes: ['repo'] },
    reader: { login: 'octocat', scopes: [] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'monalisa' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'README.md': '# hi\n' },
        branches: [{ name: 'feature', files: { 'b.txt': 'b\n' } }],
        collaborators: [{ login: 'hubber', permission: 'push' }],
        webhooks: [{ url: receiver.url, events: ['check_run', 'check_suite'] }],
      },
      { owner: 'octocat', name: 'empty' },
    ],
  },
}))
const { it, octokit, stranger, takeEvents } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

async function tip(branch = 'main'): Promise<string> {
  return (await stranger().repos.getBranch({ ...repo, branch })).data.commit.sha
}

type CheckRunFields = Omit<NonNullable<Parameters<ReturnType<typeof octokit>['checks']['create']>[0]>, 'owner' | 'repo'>

async function check(fields: Partial<CheckRunFields> = {}) {
  const head_sha = fields.head_sha ?? (await tip())
  // The operation's type is a union by status, which a spread does not preserve.
  return (await octokit().checks.create({ ...repo, name: 'test', ...fields, head_sha } as never)).data
}

type Change = {
  status?: 'queued' | 'in_progress' | 'completed'
  conclusion?: 'success' | 'failure'
  [name: string]: unknown
}

async function update(check_run_id: number, change: Change) {
  return (await octokit('hubber').checks.update({ ...repo, check_run_id, ...change })).data
}

async function names(query: Record<string, unknown> = {}): Promise<string[]> {
  const { data } = await stranger().checks.listForRef({ ...repo, ref: 'main', ...query })
  expect(data.total_count).toBeGreaterThanOrEqual(data.check_runs.length)
  return data.check_runs.map(({ name, status }) => `${name} ${status}`)
}

describe('a check run', () => {
  it('is queued when it is created, by the built-in app, in the suite of its commit', async () => {
    const head_sha = await tip()
    const { data, status, headers } = await octokit('hubber').checks.create({ ...repo, name: 'test', head_sha })
    expect(status).toBe(201)
    expect(headers.location).toBe(data.url)
    const url = `${site.codehost.url}/repos/octocat/hello-world/check-runs/${data.id}`
    expect(data).toMatchObject({
      name: 'test',
      head_sha,
      url,
      html_url: `${site.codehost.url}/octocat/hello-world/runs/${data.id}`,
      details_url: `${site.codehost.url}/apps/github-actions`,
      external_id: '',
      status: 'queued',
      conclusion: null,
      completed_at: null,
      output: { title: null, summary: null, text: null, annotations_count: 0, annotations_url: `${url}/annotations` },
      app: { slug: 'github-actions', id: 15368, client_id: 'Iv1.05c79e9ad1f6bdfa' },
      pull_requests: [],
    })
    expect(data.started_at).not.toBeNull()
    expect((await stranger().checks.get({ ...repo, check_run_id: data.id })).data).toEqual(data)
    expect(await takeEvents()).toEqual(['check_run.created'])
    const second = await check({ name: 'lint' })
    expect(second.check_suite).toEqual(data.check_suite)
  })

  it('is started and completed by updates that keep other members', async () => {
    const { id } = await check({ external_id: '42', output: { title: 'T', summary: 'S' } })
    await takeEvents()
    expect(await update(id, { status: 'in_progress' })).toMatchObject({ status: 'in_progress', external_id: '42' })
    expect(await takeEvents()).toEqual([])
    site.codehost.clock.advance(5000)
    const done = await update(id, { conclusion: 'failure', output: { summary: 'Broken' } })
    expect(done).toMatchObject({
      status: 'completed',
      conclusion: 'failure',
      output: { title: 'T', summary: 'Broken' },
    })
    expect(Date.parse(done.completed_at ?? '') - Date.parse(done.started_at ?? '')).toBeGreaterThanOrEqual(5000)
    expect(await takeEvents()).toEqual(['check_run.completed', 'check_suite.completed'])
    expect(await update(id, { name: 'renamed' })).toMatchObject({
      conclusion: 'failure',
      completed_at: done.completed_at,
    })
    expect(await takeEvents()).toEqual([])
    expect(await update(id, { status: 'queued' })).toMatchObject({ conclusion: null, completed_at: null })
    const times = { started_at: '2024-01-01T00:00:00Z', completed_at: '2024-01-01T00:01:00Z' }
    expect(await update(id, { conclusion: 'success', ...times })).toMatchObject(times)
  })

  it('may be completed on creation', async () => {
    expect(await check({ conclusion: 'neutral' })).toMatchObject({ status: 'completed', conclusion: 'neutral' })
    expect(await takeEvents()).toEqual(['check_run.created', 'check_run.completed', 'check_suite.completed'])
  })

  it('has the open pull requests of its commit', async () => {
    const { data } = await octokit().pulls.create({ ...repo, title: 'P', head: 'feature', base: 'main' })
    const { pull_requests } = await check({ head_sha: await tip('feature') })
    expect(pull_requests).toMatchObject([
      {
        id: data.id,
        number: data.number,
        head: { ref: 'feature' },
        base: { ref: 'main', repo: { name: 'hello-world' } },
      },
    ])
    expect(await takeEvents()).toEqual(['check_run.created'])
  })

  it('is refused without required members, without a conclusion, and with invalid values', async () => {
    const head_sha = await tip()
    const raw = (body: object) =>
      octokit().request('POST /repos/{owner}/{repo}/check-runs', { ...repo, ...body } as never)
    const refused = { status: 422, message: expect.stringContaining('Invalid request.') }
    await expect(raw({ head_sha })).rejects.toMatchObject(refused)
    await expect(raw({ name: 'x', head_sha, status: 'completed' })).rejects.toMatchObject(refused)
    await expect(raw({ name: 'x', head_sha, conclusion: 'fine' })).rejects.toMatchObject(refused)
    await expect(raw({ name: 'x', head_sha, started_at: 'soon' })).rejects.toMatchObject(refused)
    await expect(raw({ name: 'x', head_sha, output: { title: 'T' } })).rejects.toMatchObject(refused)
    const unknown = { status: 422, message: expect.stringContaining('No commit found for SHA: abc') }
    await expect(raw({ name: 'x', head_sha: 'abc' })).rejects.toMatchObject(unknown)
    const empty = octokit().checks.create({ ...repo, repo: 'empty', name: 'x', head_sha })
    await expect(empty).rejects.toMatchObject({ status: 409 })
  })

  it('is written by users with push access, and is 404 for an unknown id', async () => {
    const { id: check_run_id, head_sha } = await check()
    const calls: ((client: ReturnType<typeof octokit>) => Promise<unknown>)[] = [
      (client) => client.checks.create({ ...repo, name: 'x', head_sha }),
      (client) => client.checks.update({ ...repo, check_run_id, name: 'x' }),
      (client) => client.checks.rerequestRun({ ...repo, check_run_id }),
    ]
    for (const call of calls) {
      await expect(call(stranger())).rejects.toMatchObject({ status: 401 })
      await expect(call(octokit('reader'))).rejects.toMatchObject({ status: 403 })
      await expect(call(octokit('monalisa'))).rejects.toMatchObject({ status: 403 })
    }
    const gone = { status: 404 }
    await expect(stranger().checks.get({ ...repo, check_run_id: 99 })).rejects.toMatchObject(gone)
    await expect(stranger().checks.listAnnotations({ ...repo, check_run_id: 99 })).rejects.toMatchObject(gone)
    await expect(stranger().checks.listForRef({ ...repo, ref: 'nowhere' })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'No commit found for SHA: nowhere' } },
    })
  })

  it('is rerequested once it is completed: its suite is queued, and the run stays as it is', async () => {
    const { id: check_run_id, check_suite } = await check()
    const rerequest = () => octokit().checks.rerequestRun({ ...repo, check_run_id })
    await expect(rerequest()).rejects.toMatchObject({ status: 422 })
    await update(check_run_id, { conclusion: 'success' })
    await takeEvents()
    expect((await rerequest()).status).toBe(201)
    // Only the app that created the run would receive it.
    expect(await takeEvents()).toEqual([])
    expect((await stranger().checks.get({ ...repo, check_run_id })).data.conclusion).toBe('success')
    const suite = await stranger().checks.getSuite({ ...repo, check_suite_id: check_suite?.id ?? 0 })
    expect(suite.data).toMatchObject({ status: 'queued', conclusion: null })
  })
})

/** The refusal of a body that does not match the vendor's schema. */
const invalid = (sentence: string) => ({
  status: 422,
  response: { data: { message: `Invalid request.\n\n${sentence}` } },
})

describe('the limits of texts and times', () => {
  it('are in the words of the vendor', async () => {
    await expect(check({ output: { title: 'T', summary: 'x'.repeat(65_536) } })).rejects.toMatchObject(
      invalid('Only 65535 characters are allowed; 65536 were supplied.'),
    )
    await expect(check({ started_at: 'yesterday' })).rejects.toMatchObject(
      invalid('"yesterday" is not a valid date-time.'),
    )
    const dispatch = octokit().repos.createDispatchEvent({ ...repo, event_type: '' })
    await expect(dispatch).rejects.toMatchObject(invalid('At least 1 characters are required; only 0 were supplied.'))
  })
})

describe('annotations', () => {
  const remark = (index: number) =>
    ({
      path: 'src/a b.ts',
      start_line: index,
      end_line: index,
      annotation_level: 'warning',
      message: `m${index}`,
    }) as const

  it('are added fifty at a time, and listed in pages', async () => {
    const fifty = Array.from({ length: 50 }, (_, index) => remark(index + 1))
    const { id: check_run_id, head_sha } = await check({ output: { title: 'T', summary: 'S', annotations: fifty } })
    const more = { ...remark(51), title: 'Last', start_column: 2, end_column: 3, raw_details: 'raw' }
    const { output } = await update(check_run_id, { output: { title: 'T', summary: 'S', annotations: [more] } })
    expect(output.annotations_count).toBe(51)
    const { data, headers } = await stranger().checks.listAnnotations({ ...repo, check_run_id, per_page: 50, page: 2 })
    expect(data).toEqual([
      { ...more, blob_href: `${site.codehost.url}/octocat/hello-world/blob/${head_sha}/src/a%20b.ts` },
    ])
    expect(headers.link).toContain('rel="prev"')
    const first = await stranger().checks.listAnnotations({ ...repo, check_run_id })
    expect(first.data).toHaveLength(30)
    expect(first.data[0]).toMatchObject({ title: null, start_column: null, raw_details: null })
    const tooMany = update(check_run_id, { output: { summary: 'S', annotations: [...fifty, remark(51)] } })
    await expect(tooMany).rejects.toMatchObject(invalid('No more than 50 items are allowed; 51 were supplied.'))
  })
})

describe('the check runs of a commit', () => {
  it('are the latest of each name, newest first, or all', async () => {
    await check()
    await check({ name: 'lint', conclusion: 'success' })
    await check({ conclusion: 'failure' })
    await check({ head_sha: await tip('feature') })
    expect(await names()).toEqual(['test completed', 'lint completed'])
    expect(await names({ filter: 'all' })).toEqual(['test completed', 'lint completed', 'test queued'])
    expect(await names({ filter: 'all', status: 'queued' })).toEqual(['test queued'])
    expect(await names({ check_name: 'lint' })).toEqual(['lint completed'])
    expect(await names({ app_id: 15368 })).toHaveLength(2)
    expect(await names({ app_id: 1 })).toEqual([])
    expect(await names({ per_page: 1, page: 2 })).toEqual(['lint completed'])
  })

  it('are listed for a suite too', async () => {
    const { check_suite } = await check()
    await check({ name: 'lint' })
    const query = { ...repo, check_suite_id: check_suite?.id ?? 0, check_name: 'lint' }
    const { data } = await stranger().checks.listForSuite(query)
    expect(data).toMatchObject({ total_count: 1, check_runs: [{ name: 'lint' }] })
  })
})

describe('a required check', () => {
  it('blocks the merge of a pull request until its run completes with success', async () => {
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: { strict: false, contexts: ['test'] },
      enforce_admins: true,
      required_pull_request_reviews: null,
      restrictions: null,
    })
    const { number: pull_number } = (
      await octokit().pulls.create({ ...repo, title: 'P', head: 'feature', base: 'main' })
    ).data
    const merge = () => octokit().pulls.merge({ ...repo, pull_number })
    const refused = (word: string) => ({ status: 405, message: expect.stringContaining(`"test" is ${word}`) })
    const state = async () => (await octokit().pulls.get({ ...repo, pull_number })).data.mergeable_state
    await expect(merge()).rejects.toMatchObject(refused('expected'))
    const { id, head_sha } = await check({ head_sha: await tip('feature') })
    await expect(merge()).rejects.toMatchObject(refused('pending'))
    await update(id, { conclusion: 'failure' })
    await expect(merge()).rejects.toMatchObject(refused('failing'))
    expect(await state()).toBe('blocked')
    // A status with the same name does not replace the run.
    await octokit().repos.createCommitStatus({ ...repo, sha: head_sha, state: 'success', context: 'test' })
    await expect(merge()).rejects.toMatchObject(refused('failing'))
    await check({ head_sha, conclusion: 'success' })
    expect(await state()).toBe('clean')
    expect((await merge()).data.merged).toBe(true)
  })
})
