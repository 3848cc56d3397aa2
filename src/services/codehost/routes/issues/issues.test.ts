import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    triager: { login: 'triager', scopes: ['repo'] },
    reader: { login: 'octocat', scopes: [] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'triager' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        auto_init: true,
        collaborators: [{ login: 'triager', permission: 'triage' }],
        milestones: [{ title: 'First' }, { title: 'Second' }],
        issues: [
          { title: 'One', user: 'hubber', labels: ['bug'], assignees: ['octocat'], milestone: 'First' },
          { title: 'Two', labels: ['bug', 'CI'], body: 'What does @Hubber say?' },
          { title: 'Three', state: 'closed', comments: [{ body: 'done' }, { body: 'cc @triager, not @triagers' }] },
        ],
        pulls: [{ title: 'Change', head: 'topic', labels: ['CI'] }],
        webhooks: [{ url: receiver.url, events: ['issues', 'label', 'pull_request'] }],
      },
      { owner: 'acme', name: 'website', private: true, issues: [{ title: 'Plan', assignees: ['octocat'] }] },
      { owner: 'octocat', name: 'archive', archived: true, issues: [{ title: 'Old' }] },
    ],
  },
}))
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const titles = (issues: readonly { title: string }[]) => issues.map(({ title }) => title)
const listed = async (query: object) => titles((await octokit().issues.listForRepo({ ...repo, ...query })).data)
describe('a list of issues', () => {
  it('has the open ones, pull requests included, newest first, in pages', async () => {
    const { data, headers } = await octokit().issues.listForRepo({ ...repo, per_page: 2 })
    expect(titles(data)).toEqual(['Change', 'Two'])
    expect(headers.link).toContain('page=2>; rel="last"')
    expect(data[0]).toMatchObject({ draft: false, pull_request: { merged_at: null } })
    expect(data[0]?.html_url).toBe(`${site.codehost.url}/octocat/hello-world/pull/4`)
    expect(data[1]).not.toHaveProperty('pull_request')
    expect(data[1]).not.toHaveProperty('draft')
    expect(await listed({ per_page: 2, page: 2 })).toEqual(['One'])
    expect(await listed({ per_page: 2, page: 3 })).toEqual([])
  })

  it('is filtered by state, and sorted both ways', async () => {
    expect(await listed({ state: 'closed' })).toEqual(['Three'])
    expect(await listed({ state: 'all', direction: 'asc' })).toEqual(['One', 'Two', 'Three', 'Change'])
    expect((await listed({ state: 'all', sort: 'comments' }))[0]).toBe('Three')
    site.codehost.clock.advance('1m')
    await octokit().issues.update({ ...repo, issue_number: 1, body: 'new' })
    expect((await listed({ sort: 'updated' }))[0]).toBe('One')
  })

  it('is filtered by labels, all of which an issue must have', async () => {
    expect(await listed({ labels: 'bug' })).toEqual(['Two', 'One'])
    expect(await listed({ labels: 'BUG,ci' })).toEqual(['Two'])
    expect(await listed({ labels: 'bug,nonsense' })).toEqual([])
  })

  it('is filtered by assignee, milestone, creator and mention', async () => {
    expect(await listed({ assignee: 'Octocat' })).toEqual(['One'])
    expect(await listed({ assignee: 'none' })).toEqual(['Change', 'Two'])
    expect(await listed({ assignee: '*' })).toEqual(['One'])
    expect(await listed({ milestone: '1' })).toEqual(['One'])
    expect(await listed({ milestone: '2' })).toEqual([])
    expect(await listed({ milestone: 'none' })).toEqual(['Change', 'Two'])
    expect(await listed({ milestone: '*' })).toEqual(['One'])
    expect(await listed({ creator: 'hubber' })).toEqual(['One'])
    expect(await listed({ mentioned: 'hubber' })).toEqual(['Two'])
    expect(await listed({ mentioned: 'triager', state: 'all' })).toEqual(['Three'])
  })

  it('is filtered to those updated since a time', async () => {
    const at = site.codehost.clock.now()
    site.codehost.clock.set(at + 60_000)
    await octokit().issues.update({ ...repo, issue_number: 2, title: 'Two again' })
    expect(await listed({ since: new Date(at + 30_000).toISOString() })).toEqual(['Two again'])
    expect(await listed({ since: new Date(at + 90_000).toISOString() })).toEqual([])
  })

  it('refuses users and milestones that do not exist', async () => {
    const refusal = (field: string) => ({ status: 422, response: { data: { errors: [{ resource: 'Issue', field }] } } })
    await expect(listed({ assignee: 'nobody' })).rejects.toMatchObject(refusal('assignee'))
    await expect(listed({ creator: 'nobody' })).rejects.toMatchObject(refusal('creator'))
    await expect(listed({ milestone: '99' })).rejects.toMatchObject(refusal('milestone'))
  })

  it('spans repositories, each issue with its own', async () => {
    const { data } = await octokit().issues.list()
    expect(data.map((issue) => issue.repository?.full_name).sort()).toEqual(['acme/website', 'octocat/hello-world'])
    expect(
      titles((await octokit().issues.listForAuthenticatedUser({ filter: 'created', state: 'all' })).data),
    ).toContain('Three')
    expect(titles((await octokit('hubber').issues.list({ filter: 'mentioned' })).data)).toEqual([])
    expect(titles((await octokit('hubber').issues.list({ filter: 'subscribed' })).data)).toEqual(['One'])
    expect(titles((await octokit().issues.list({ filter: 'all', labels: 'CI' })).data)).toEqual(['Change', 'Two'])
    expect(titles((await octokit().issues.listForOrg({ org: 'acme' })).data)).toEqual(['Plan'])
    expect(titles((await octokit('reader').issues.list()).data)).toEqual(['One'])
    await expect(stranger().issues.list()).rejects.toMatchObject({ status: 401 })
  })
})

describe('an issue', () => {
  it('has its author and the author’s association', async () => {
    const { data } = await octokit().issues.get({ ...repo, issue_number: 1 })
    expect(data).toMatchObject({
      number: 1,
      user: { login: 'hubber' },
      author_association: 'NONE',
      state: 'open',
      state_reason: null,
      assignee: { login: 'octocat' },
      assignees: [{ login: 'octocat' }],
      labels: [{ name: 'bug' }],
      milestone: { title: 'First', open_issues: 1, closed_issues: 0 },
      closed_by: null,
      comments: 0,
      reactions: { total_count: 0 },
    })
    expect(data.url).toBe(`${site.codehost.url}/repos/octocat/hello-world/issues/1`)
    const { data: mine } = await octokit().issues.get({ ...repo, issue_number: 2 })
    expect(mine.author_association).toBe('OWNER')
  })

  it('is not found under another number, or in a hidden repository', async () => {
    await expect(octokit().issues.get({ ...repo, issue_number: 99 })).rejects.toMatchObject({ status: 404 })
    await expect(
      octokit('hubber').issues.get({ owner: 'acme', repo: 'website', issue_number: 1 }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('is created with all its members, and takes the next number of issues and pull requests', async () => {
    const { data, headers } = await octokit().issues.create({
      ...repo,
      title: 'Five',
      body: 'See #1',
      labels: ['bug', { name: 'brand new' }],
      assignees: ['octocat', 'triager'],
      milestone: 2,
    })
    expect(data).toMatchObject({ number: 5, title: 'Five', body: 'See #1', milestone: { title: 'Second' } })
    expect(data.labels.map((label) => (label as { name: string }).name)).toEqual(['bug', 'brand new'])
    expect(headers.location).toBe(data.url)
    expect(await events()).toEqual([
      'label.created',
      'issues.opened',
      'issues.labeled',
      'issues.labeled',
      'issues.assigned',
      'issues.assigned',
      'issues.milestoned',
    ])
    expect(site.receiver.received[1]?.payload['issue']).toMatchObject({ labels: [{}, {}], assignees: [{}, {}] })
    expect(site.receiver.violations()).toEqual([])
  })

  it('takes people in assignee or in assignees, and refuses a body that names some in both', async () => {
    const both = { assignee: 'octocat', assignees: ['octocat', 'triager'] }
    const refused = {
      status: 422,
      response: {
        data: { message: 'You cannot pass both `assignee` and `assignees`. Only one may be provided.' },
      },
    }
    await expect(octokit().issues.create({ ...repo, title: 'Both', ...both })).rejects.toMatchObject(refused)
    await expect(octokit().issues.update({ ...repo, issue_number: 1, ...both })).rejects.toMatchObject(refused)
    const { data } = await octokit().issues.update({ ...repo, issue_number: 1, assignee: '', assignees: [] })
    expect(data.assignees).toEqual([])
  })

  it('is created by any user; labels, assignees and milestone need triage access and are else ignored', async () => {
    const { data } = await octokit('hubber').issues.create({
      ...repo,
      title: 'Six',
      labels: ['bug'],
      assignees: ['octocat'],
      milestone: 99,
    })
    expect(data).toMatchObject({ labels: [], assignees: [], milestone: null, body: null })
  })

  it('has a title of at most 256 characters, of which an emoji is one', async () => {
    const titled = (title: string) => octokit().issues.create({ ...repo, title })
    expect((await titled('🐛'.repeat(256))).status).toBe(201)
    await expect(titled('🐛'.repeat(257))).rejects.toMatchObject({ status: 422 })
  })

  it('takes a number as a title, and refuses a missing, an empty and a too long one', async () => {
    const create = (body: object) =>
      octokit().request('POST /repos/{owner}/{repo}/issues', { ...repo, ...body } as never)
    expect((await create({ title: 404 })).data).toMatchObject({ title: '404' })
    const missing = { resource: 'Issue', field: 'title', code: 'missing_field' }
    for (const body of [{}, { title: '' }, { title: null }]) {
      await expect(create(body)).rejects.toMatchObject({ status: 422, response: { data: { errors: [missing] } } })
    }
    await expect(create({ title: 'x'.repeat(257) })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ message: 'title is too long (maximum is 256 characters)' }] } },
    })
    await expect(create({ title: 'x', milestone: 99 })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'Issue', field: 'milestone', code: 'invalid', value: 99 }] } },
    })
    await expect(create({ title: 'x', assignees: ['hubber'] })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'Issue', field: 'assignees', code: 'invalid', value: 'hubber' }] } },
    })
    expect(await listed({ state: 'all' })).toHaveLength(5)
  })

  it('is not created without a user, without the scope, in an archived repository, or where issues are disabled', async () => {
    const create = (token?: string, name = 'hello-world') =>
      checkedOctokit(site.codehost, token).issues.create({ owner: 'octocat', repo: name, title: 'x' })
    await expect(create()).rejects.toMatchObject({ status: 401 })
    await expect(create('reader')).rejects.toMatchObject({ status: 403 })
    await expect(create('octocat', 'archive')).rejects.toMatchObject({ status: 403 })
    await octokit().repos.update({ ...repo, has_issues: false })
    await expect(create('octocat')).rejects.toMatchObject({
      status: 410,
      response: { data: { message: 'Issues are disabled for this repo' } },
    })
  })

  it('keeps members that an update leaves out, and replaces labels and assignees', async () => {
    const update = (body: object) => octokit().issues.update({ ...repo, issue_number: 1, ...body })
    expect((await update({ title: 'Uno' })).data).toMatchObject({ title: 'Uno', labels: [{}], assignees: [{}] })
    const { data } = await update({ labels: ['CI'], assignees: ['triager'], milestone: null, body: 'text' })
    expect(data).toMatchObject({
      labels: [{ name: 'CI' }],
      assignees: [{ login: 'triager' }],
      milestone: null,
      body: 'text',
    })
    expect((await update({ milestone: 2, labels: [], assignees: [] })).data).toMatchObject({
      labels: [],
      assignee: null,
      milestone: { number: 2 },
    })
    expect((await update({ assignee: 'octocat' })).data.assignees).toHaveLength(1)
    expect((await update({ assignee: null, body: null })).data).toMatchObject({ assignees: [], body: null })
    expect(await events()).toEqual([
      'issues.edited',
      'issues.edited',
      'issues.unlabeled',
      'issues.labeled',
      'issues.unassigned',
      'issues.assigned',
      'issues.demilestoned',
      'issues.unlabeled',
      'issues.unassigned',
      'issues.milestoned',
      'issues.assigned',
      'issues.edited',
      'issues.unassigned',
    ])
    expect(site.receiver.received[0]?.payload['changes']).toEqual({ title: { from: 'One' } })
    expect(site.receiver.violations()).toEqual([])
  })

  it('is closed with a reason, and reopened', async () => {
    const update = (body: object) => octokit().issues.update({ ...repo, issue_number: 1, ...body })
    const { data } = await update({ state: 'closed', state_reason: 'not_planned' })
    expect(data).toMatchObject({ state: 'closed', state_reason: 'not_planned', closed_by: { login: 'octocat' } })
    expect(data.closed_at).not.toBeNull()
    expect(data.milestone).toMatchObject({ open_issues: 0, closed_issues: 1 })
    expect((await update({ state: 'closed' })).data.state_reason).toBe('not_planned')
    expect((await update({ state: 'open' })).data).toMatchObject({
      state: 'open',
      state_reason: 'reopened',
      closed_at: null,
      closed_by: null,
    })
    expect((await update({ state: 'closed' })).data.state_reason).toBe('completed')
    await expect(update({ state: 'merged' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'Issue', field: 'state', code: 'invalid' }] } },
    })
    expect(await events()).toEqual(['issues.closed', 'issues.reopened', 'issues.closed'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('is changed by its author and users with triage access, and by no other user', async () => {
    const update = (token: string, issue_number: number, body: object) =>
      octokit(token).issues.update({ ...repo, issue_number, ...body })
    expect((await update('hubber', 1, { state: 'closed', labels: ['CI'] })).data).toMatchObject({
      state: 'closed',
      labels: [{ name: 'bug' }],
    })
    expect((await update('triager', 2, { labels: ['CI', 'unheard of'] })).data.labels).toHaveLength(1)
    await expect(update('hubber', 2, { state: 'closed' })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'Must have admin rights to Repository.' } },
    })
  })

  it('has pull request events when it is a pull request', async () => {
    const update = (body: object) => octokit().issues.update({ ...repo, issue_number: 4, ...body })
    expect((await update({ state: 'closed' })).data).toMatchObject({ state: 'closed', state_reason: null })
    await update({ state: 'open', title: 'Changed', labels: [] })
    expect(await events()).toEqual([
      'pull_request.closed',
      'pull_request.edited',
      'pull_request.unlabeled',
      'pull_request.reopened',
    ])
    expect(site.receiver.violations()).toEqual([])
  })

  it('is locked and unlocked by users with push access', async () => {
    const locked = async () => (await octokit().issues.get({ ...repo, issue_number: 1 })).data
    expect((await octokit().issues.lock({ ...repo, issue_number: 1 })).status).toBe(204)
    expect(await locked()).toMatchObject({ locked: true, active_lock_reason: null })
    expect((await octokit().issues.unlock({ ...repo, issue_number: 1 })).status).toBe(204)
    await octokit().issues.lock({ ...repo, issue_number: 1, lock_reason: 'too heated' })
    expect(await locked()).toMatchObject({ locked: true, active_lock_reason: 'too heated' })
    await expect(
      octokit().issues.lock({ ...repo, issue_number: 1, lock_reason: 'boring' as never }),
    ).rejects.toMatchObject({ status: 422 })
    await expect(octokit('triager').issues.unlock({ ...repo, issue_number: 1 })).rejects.toMatchObject({ status: 403 })
    expect(await events()).toEqual(['issues.locked', 'issues.unlocked', 'issues.locked'])
    expect(site.receiver.violations()).toEqual([])
  })
})
