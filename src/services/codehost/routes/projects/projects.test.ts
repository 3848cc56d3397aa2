import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'project', 'admin:org'] },
    reader: { login: 'octocat', scopes: ['read:project'] },
    stranger: { login: 'stranger', scopes: ['project'] },
    narrow: { login: 'octocat', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'stranger' }],
    orgs: [{ login: 'acme', webhooks: [{ url: receiver.url, events: ['*'] }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        files: { 'README.md': 'hi\n' },
        issues: [{ title: 'Build', labels: ['bug'], assignees: ['octocat'] }, { title: 'Second' }],
        pulls: [{ title: 'Change', head: 'topic' }],
      },
    ],
    projects: [
      {
        owner: 'acme',
        title: 'Roadmap',
        fields: [
          { name: 'Points', type: 'number' },
          { name: 'Size', type: 'single_select', options: ['S', 'L'] },
        ],
        items: [{ content: 'acme/website#1', values: { Points: 3, Size: 'L' } }, { draft: 'An idea' }],
      },
      { owner: 'octocat', title: 'Mine', items: [{ draft: 'Private' }] },
      { owner: 'acme', title: 'Old', closed: true },
    ],
  },
}))
const { it, octokit, takeEvents } = site
const org = { org: 'acme', project_number: 1 }

const fieldIds = async () => {
  const { data } = await octokit().request('GET /orgs/{org}/projectsV2/{project_number}/fields', org)
  return Object.fromEntries(data.map(({ name, id }) => [name, id]))
}

describe('projects', () => {
  it('are listed and got for an organization and a user', async () => {
    const { data } = await octokit().request('GET /orgs/{org}/projectsV2', { org: 'acme', q: 'is:open' })
    expect(data).toMatchObject([{ title: 'Roadmap', number: 1, state: 'open', owner: { login: 'acme' } }])
    const one = await octokit().request('GET /orgs/{org}/projectsV2/{project_number}', org)
    expect(one.data.title).toBe('Roadmap')
    const mine = await octokit().request('GET /users/{username}/projectsV2', { username: 'octocat' })
    expect(mine.data.map(({ title }) => title)).toEqual(['Mine'])
    const own = { username: 'octocat', project_number: 1 }
    expect((await octokit().request('GET /users/{username}/projectsV2/{project_number}', own)).data.title).toBe('Mine')
  })

  it('are paged by cursors', async () => {
    const page = await octokit().request('GET /orgs/{org}/projectsV2', { org: 'acme', per_page: 1 })
    expect(page.headers.link).toMatch(/after=.*rel="next"/)
    const all = await octokit().paginate('GET /orgs/{org}/projectsV2', { org: 'acme', per_page: 1 })
    expect(all.map(({ title }) => title)).toEqual(['Old', 'Roadmap'])
  })

  it('are hidden from strangers and from tokens without the scope', async () => {
    const path = 'GET /orgs/{org}/projectsV2/{project_number}'
    await expect(octokit('stranger').request(path, org)).rejects.toMatchObject({ status: 404 })
    await expect(octokit('narrow').request(path, org)).rejects.toMatchObject({ status: 403 })
    await expect(
      octokit('reader').request('POST /orgs/{org}/projectsV2/{project_number}/drafts', { ...org, title: 'x' }),
    ).rejects.toMatchObject({ status: 403 })
  })
})

describe('fields', () => {
  it('are listed with their options, got and added', async () => {
    const { data } = await octokit().request('GET /orgs/{org}/projectsV2/{project_number}/fields', org)
    const size = data.find(({ name }) => name === 'Size')
    expect(size).toMatchObject({
      data_type: 'single_select',
      options: [{ name: { raw: 'S' } }, { name: { raw: 'L' } }],
    })
    const path = 'POST /orgs/{org}/projectsV2/{project_number}/fields'
    const made = await octokit().request(path, { ...org, name: 'Note', data_type: 'text' })
    expect(made.data).toMatchObject({ name: 'Note', data_type: 'text' })
    const got = await octokit().request('GET /orgs/{org}/projectsV2/{project_number}/fields/{field_id}', {
      ...org,
      field_id: made.data.id,
    })
    expect(got.data.name).toBe('Note')
    const sprint = await octokit().request(path, {
      ...org,
      name: 'Sprint',
      data_type: 'iteration',
      iteration_configuration: {
        start_date: '2030-01-01',
        duration: 7,
        iterations: [{ title: 'One', start_date: '2030-01-01', duration: 7 }],
      },
    })
    expect(sprint.data.configuration).toMatchObject({ duration: 7, iterations: [{ title: { raw: 'One' } }] })
    const own = { username: 'octocat', project_number: 1 }
    const mine = await octokit().request('GET /users/{username}/projectsV2/{project_number}/fields', own)
    expect(mine.data.map(({ name }) => name)).toContain('Status')
    const [first] = mine.data
    const field = { ...own, field_id: first?.id ?? 0 }
    await octokit().request('GET /users/{username}/projectsV2/{project_number}/fields/{field_id}', field)
    const added = { ...own, name: 'Due', data_type: 'date' as const }
    expect((await octokit().request('POST /users/{username}/projectsV2/{project_number}/fields', added)).status).toBe(
      201,
    )
  })
})

describe('items', () => {
  const items = 'GET /orgs/{org}/projectsV2/{project_number}/items'

  it('are listed with the values of the fields that the query names', async () => {
    const { Points: points = 0, Size: size = 0, Labels: labels = 0, Assignees: assignees = 0 } = await fieldIds()
    const named = [points, size, labels, assignees].join(',')
    const { data } = await octokit().request(items, { ...org, fields: named })
    expect(data).toMatchObject([
      {
        content_type: 'Issue',
        content: { title: 'Build', number: 1 },
        fields: [
          { name: 'Assignees', value: [{ login: 'octocat' }] },
          { name: 'Labels', value: [{ name: 'bug' }] },
          { name: 'Points', data_type: 'number', value: 3 },
          { name: 'Size', value: { name: { raw: 'L' } } },
        ],
      },
      { content_type: 'DraftIssue', content: { title: 'An idea' } },
    ])
    const found = await octokit().request(items, { ...org, q: 'idea' })
    expect(found.data).toHaveLength(1)
    const view = { ...org, view_number: 1 }
    const path = 'GET /orgs/{org}/projectsV2/{project_number}/views/{view_number}/items'
    expect((await octokit().request(path, view)).data).toHaveLength(2)
  })

  it('are added, changed and deleted, with the events of the vendor', async () => {
    const path = 'POST /orgs/{org}/projectsV2/{project_number}/items'
    const added = await octokit().request(path, { ...org, type: 'Issue', owner: 'acme', repo: 'website', number: 2 })
    const { Points: points = 0 } = await fieldIds()
    const item = { ...org, item_id: added.data.id }
    const one = 'PATCH /orgs/{org}/projectsV2/{project_number}/items/{item_id}'
    await octokit().request(one, { ...item, fields: [{ id: points, value: 8 }] })
    const got = await octokit().request('GET /orgs/{org}/projectsV2/{project_number}/items/{item_id}', {
      ...item,
      fields: String(points),
    })
    expect(got.data.fields).toMatchObject([{ name: 'Points', value: 8 }])
    await expect(octokit().request(one, { ...item, fields: [{ id: points, value: 'x' }] })).rejects.toMatchObject({
      status: 422,
    })
    await octokit().request('DELETE /orgs/{org}/projectsV2/{project_number}/items/{item_id}', item)
    const draft = await octokit().request('POST /orgs/{org}/projectsV2/{project_number}/drafts', {
      ...org,
      title: 'New',
    })
    expect(draft.data).toMatchObject({ content_type: 'DraftIssue', content: { title: 'New' } })
    expect(await takeEvents()).toEqual([
      'projects_v2_item.created',
      'projects_v2_item.edited',
      'projects_v2_item.deleted',
      'projects_v2_item.created',
    ])
  })

  it('of a user are changed in the same way', async () => {
    const own = { username: 'octocat', project_number: 1 }
    const path = 'POST /users/{username}/projectsV2/{project_number}/items'
    const added = await octokit().request(path, {
      ...own,
      type: 'PullRequest',
      owner: 'acme',
      repo: 'website',
      number: 3,
    })
    expect(added.data.content_type).toBe('PullRequest')
    const item = { ...own, item_id: added.data.id }
    const { data } = await octokit().request('GET /users/{username}/projectsV2/{project_number}/fields', own)
    const status = data.find(({ name }) => name === 'Status')
    const fields = [{ id: status?.id ?? 0, value: status?.options?.[0]?.id ?? '' }]
    await octokit().request('PATCH /users/{username}/projectsV2/{project_number}/items/{item_id}', { ...item, fields })
    await octokit().request('GET /users/{username}/projectsV2/{project_number}/items/{item_id}', item)
    await octokit().request('DELETE /users/{username}/projectsV2/{project_number}/items/{item_id}', item)
    const user = { user_id: 'octocat', project_number: 1 }
    await octokit().request('POST /user/{user_id}/projectsV2/{project_number}/drafts', { ...user, title: 'Draft' })
    const list = await octokit().request('GET /users/{username}/projectsV2/{project_number}/items', own)
    expect(list.data.map(({ content }) => content?.['title'])).toEqual(['Private', 'Draft'])
  })
})

describe('views', () => {
  it('are made for organizations and users', async () => {
    const path = 'POST /orgs/{org}/projectsV2/{project_number}/views'
    const made = await octokit().request(path, { ...org, name: 'Board', layout: 'board', filter: 'is:open' })
    expect(made.data).toMatchObject({ number: 2, layout: 'board', filter: 'is:open' })
    const user = { user_id: 'octocat', project_number: 1, name: 'Table', layout: 'table' as const }
    expect((await octokit().request('POST /users/{user_id}/projectsV2/{project_number}/views', user)).data.number).toBe(
      2,
    )
    const view = { username: 'octocat', project_number: 1, view_number: 2 }
    const items = 'GET /users/{username}/projectsV2/{project_number}/views/{view_number}/items'
    expect((await octokit().request(items, view)).data).toHaveLength(1)
  })
})

describe('feeds', () => {
  it('have the URLs of timelines', async () => {
    const { data } = await octokit().activity.getFeeds()
    expect(data).toMatchObject({
      timeline_url: `${site.codehost.url}/timeline`,
      current_user_public_url: `${site.codehost.url}/octocat`,
      _links: { timeline: { type: 'application/atom+xml' } },
    })
  })
})
