import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo', 'admin:org'] },
    stranger: { login: 'stranger', scopes: ['repo', 'admin:org'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'stranger' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [{ owner: 'acme', name: 'website', issues: [{ title: 'One' }] }],
  },
}))
const { it, octokit } = site

const org = 'acme'
const issue = { owner: 'acme', repo: 'website', issue_number: 1 }
const size = {
  name: 'Size',
  data_type: 'single_select',
  options: [
    { name: 'Large', color: 'red', priority: 2 },
    { name: 'Small', color: 'green', priority: 1 },
  ],
}

/** A field or a value as these tests read it: the vendor's client has no types of them yet. */
interface Wire {
  readonly id: number
  readonly value?: unknown
  readonly options?: readonly { readonly id: number; readonly name: string }[]
}

/** Requests of one user. */
function fieldsOf(token?: string) {
  const { request } = octokit(token)
  const one = async (route: string, input: object) => (await request(route, { org, ...input })).data as Wire // the answer is checked
  const all = async (route: string, input: object) => (await request(route, { ...issue, ...input })).data as Wire[] // the answer is checked
  return {
    list: () => all('GET /orgs/{org}/issue-fields', { org }),
    create: (input: object) => one('POST /orgs/{org}/issue-fields', input),
    update: (input: object) => one('PATCH /orgs/{org}/issue-fields/{issue_field_id}', input),
    remove: (id: number) => one('DELETE /orgs/{org}/issue-fields/{issue_field_id}', { issue_field_id: id }),
    values: () => all('GET /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values', {}),
    add: (input: object[]) =>
      all('POST /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values', { issue_field_values: input }),
    set: (input: object[]) =>
      all('PUT /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values', { issue_field_values: input }),
    removeValue: (id: number) =>
      all('DELETE /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values/{issue_field_id}', {
        issue_field_id: id,
      }),
  }
}

describe('fields of issues', () => {
  it('are made, changed and deleted by owners of the organization, and seen by its members', async () => {
    const fields = fieldsOf()
    const data = await fields.create(size)
    expect(data).toMatchObject({ name: 'Size', data_type: 'single_select', visibility: 'all' })
    expect(data.options?.map(({ name }) => name)).toEqual(['Small', 'Large'])
    expect(await fieldsOf('hubber').list()).toEqual([data])
    const [small] = data.options ?? []
    const changed = await fields.update({
      issue_field_id: data.id,
      name: 'T-shirt',
      options: [
        { id: small?.id ?? 0, name: 'Tiny', color: 'blue', priority: 1 },
        { name: 'Huge', color: 'pink', priority: 2 },
      ],
    })
    expect(changed).toMatchObject({ name: 'T-shirt', options: [{ id: small?.id, name: 'Tiny' }, { name: 'Huge' }] })
    await expect(fieldsOf('hubber').create({ ...size, name: 'x' })).rejects.toMatchObject({ status: 403 })
    await expect(fieldsOf('stranger').list()).rejects.toMatchObject({ status: 404 })
    await fields.remove(data.id)
    expect(await fields.list()).toEqual([])
  })

  it('refuse names that are taken, and options where nothing is selected', async () => {
    const fields = fieldsOf()
    await fields.create(size)
    const wrong = [
      { ...size, name: 'SIZE' },
      { ...size, name: 'x', data_type: 'text' },
      { ...size, name: 'y', options: [] },
    ]
    for (const each of wrong) await expect(fields.create(each)).rejects.toMatchObject({ status: 422 })
  })

  it('have values in issues, which their lists show', async () => {
    const fields = fieldsOf()
    const field = await fields.create(size)
    const points = await fields.create({ name: 'Points', data_type: 'number' })
    const due = await fields.create({ name: 'Due', data_type: 'date' })
    const tags = await fields.create({ ...size, name: 'Tags', data_type: 'multi_select' })
    const added = await fields.add([
      { field_id: field.id, value: 'Large' },
      { field_id: points.id, value: 3 },
      { field_id: due.id, value: '2026-12-31' },
      { field_id: tags.id, value: ['Large', 'Small'] },
    ])
    expect(added).toMatchObject([
      { issue_field_id: field.id, data_type: 'single_select', value: 'Large', single_select_option: { color: 'red' } },
      { issue_field_id: points.id, value: 3 },
      { issue_field_id: due.id, value: '2026-12-31' },
      { issue_field_id: tags.id, multi_select_options: [{ name: 'Small' }, { name: 'Large' }] },
    ])
    expect(await fields.values()).toEqual(added)
    const { data: shown } = await octokit().issues.get(issue)
    expect(shown).toMatchObject({ issue_field_values: added })
    expect(await fields.set([{ field_id: points.id, value: 5 }])).toMatchObject([{ value: 5 }])
    await fields.removeValue(points.id)
    await expect(fields.removeValue(points.id)).rejects.toMatchObject({ status: 404 })
    expect(await fields.values()).toEqual([])
  })

  it('take values that fit, from those who may triage', async () => {
    const fields = fieldsOf()
    const field = await fields.create(size)
    const due = await fields.create({ name: 'Due', data_type: 'date' })
    for (const value of [
      { field_id: field.id, value: 'Medium' },
      { field_id: field.id, value: 3 },
      { field_id: due.id, value: 'tomorrow' },
      { field_id: 999, value: 'x' },
    ]) {
      await expect(fields.add([value])).rejects.toMatchObject({
        status: 422,
      })
    }
    await expect(fieldsOf('stranger').set([])).rejects.toMatchObject({ status: 403 })
  })
})
