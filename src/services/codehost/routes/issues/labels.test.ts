import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    reader: { login: 'octocat', scopes: [] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        labels: [{ name: 'CI', color: '0e8a16', description: 'Builds' }],
        webhooks: [{ url: receiver.url, events: ['label'], secret: 'shh' }],
      },
    ],
  },
}))
const { it, octokit, stranger } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

describe('labels', () => {
  it('exist in every new repository, and are listed by name, in pages', async () => {
    const { data, headers } = await octokit().issues.listLabelsForRepo({ ...repo, per_page: 3 })
    expect(data.map((label) => label.name)).toEqual(['bug', 'CI', 'documentation'])
    expect(headers.link).toContain('rel="last"')
    expect(await octokit().paginate(octokit().issues.listLabelsForRepo, { ...repo, per_page: 3 })).toHaveLength(10)
  })

  it('are found by name in any case', async () => {
    const { data } = await octokit().issues.getLabel({ ...repo, name: 'ci' })
    expect(data).toMatchObject({ name: 'CI', color: '0e8a16', description: 'Builds', default: false })
  })

  it('have slashes in their names, also in paths that do not encode them', async ({ codehost }) => {
    await octokit().issues.createLabel({ ...repo, name: 'kind/bug' })
    await octokit().issues.create({ ...repo, title: 'Broken', labels: ['kind/bug', 'kind/flake/ci'] })
    const call = async (method: string, path: string) => {
      const headers = { authorization: 'token octocat' }
      const response = await fetch(`${codehost.url}/repos/octocat/hello-world/${path}`, { method, headers })
      return [response.status, response.status === 204 ? null : ((await response.json()) as unknown)]
    }
    expect(await call('GET', 'labels/kind/bug')).toMatchObject([200, { name: 'kind/bug' }])
    expect(await call('GET', 'labels/kind%2Fbug')).toMatchObject([200, { name: 'kind/bug' }])
    expect(await call('DELETE', 'issues/1/labels/kind/flake/ci')).toMatchObject([200, [{ name: 'kind/bug' }]])
    expect(await call('DELETE', 'labels/kind/bug')).toEqual([204, null])
    expect(await call('GET', 'labels/kind/bug')).toMatchObject([404, { message: 'Not Found' }])
  })

  it('are created with the default colour, and once', async () => {
    const { data, headers } = await octokit().issues.createLabel({ ...repo, name: 'flaky test' })
    expect(data).toMatchObject({ name: 'flaky test', color: 'ededed', description: null, default: false })
    expect(headers.location).toBe(`${site.codehost.url}/repos/octocat/hello-world/labels/flaky%20test`)
    await expect(octokit().issues.createLabel({ ...repo, name: 'Flaky Test' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'Label', code: 'already_exists', field: 'name' }] } },
    })
  })

  it('with the name of a default label are default, also those that users create', async () => {
    await octokit().issues.deleteLabel({ ...repo, name: 'good first issue' })
    const { data } = await octokit().issues.createLabel({ ...repo, name: 'good first issue', color: '7057ff' })
    expect(data.default).toBe(true)
    const { data: renamed } = await octokit().issues.updateLabel({ ...repo, name: 'bug', new_name: 'defect' })
    expect(renamed).toMatchObject({ name: 'defect', default: false })
  })

  it('need a name, and a colour of six digits', async () => {
    await expect(
      octokit().request('POST /repos/{owner}/{repo}/labels', { ...repo, color: 'blue' } as never),
    ).rejects.toMatchObject({
      status: 422,
      response: {
        data: {
          message: 'Validation Failed',
          errors: [
            { resource: 'Label', field: 'name', code: 'missing_field' },
            { resource: 'Label', field: 'color', code: 'invalid', value: 'blue' },
          ],
        },
      },
    })
  })

  it('have a name of 1 to 50 characters and a description of at most 100, and the refusal says which is too long', async () => {
    const errorsOf = (answer: Promise<unknown>) =>
      answer.then(
        () => [],
        (error: { response: { data: { errors: unknown } } }) => error.response.data.errors,
      )
    const tooLong = (field: string, maximum: number) => ({
      resource: 'Label',
      code: 'custom',
      field,
      message: `${field} is too long (maximum is ${maximum} characters)`,
    })
    const [long, wordy] = ['n'.repeat(51), 'd'.repeat(101)]
    const both = [tooLong('name', 50), tooLong('description', 100)]
    const { issues } = octokit()
    expect(await errorsOf(issues.createLabel({ ...repo, name: long, description: wordy }))).toEqual(both)
    expect(await errorsOf(issues.updateLabel({ ...repo, name: 'CI', new_name: long, description: wordy }))).toEqual(
      both,
    )
    const blank = [{ resource: 'Label', field: 'name', code: 'missing_field' }]
    expect(await errorsOf(issues.createLabel({ ...repo, name: '' }))).toEqual(blank)
    expect(await errorsOf(issues.updateLabel({ ...repo, name: 'CI', new_name: ' ' }))).toEqual(blank)
    expect(await errorsOf(issues.createLabel({ ...repo, name: 'n'.repeat(50), description: 'd'.repeat(100) }))).toEqual(
      [],
    )
  })

  it('keep members that an update leaves out', async () => {
    const { data } = await octokit().issues.updateLabel({ ...repo, name: 'CI', new_name: 'build' })
    expect(data).toMatchObject({ name: 'build', color: '0e8a16', description: 'Builds' })
    await expect(octokit().issues.getLabel({ ...repo, name: 'CI' })).rejects.toMatchObject({ status: 404 })
  })

  it('are deleted with 204', async () => {
    expect((await octokit().issues.deleteLabel({ ...repo, name: 'CI' })).status).toBe(204)
    await expect(octokit().issues.deleteLabel({ ...repo, name: 'CI' })).rejects.toMatchObject({ status: 404 })
  })

  it('are for users with push access, with a fitting token', async () => {
    await expect(octokit('hubber').issues.createLabel({ ...repo, name: 'x' })).rejects.toMatchObject({ status: 403 })
    await expect(octokit('reader').issues.createLabel({ ...repo, name: 'x' })).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-oauth-scopes': 'public_repo, repo' } },
    })
    await expect(stranger().issues.createLabel({ ...repo, name: 'x' })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('emit created, edited and deleted as the vendor documents them', async () => {
    await octokit().issues.createLabel({ ...repo, name: 'flaky' })
    await octokit().issues.updateLabel({ ...repo, name: 'flaky', color: 'ff0000' })
    await octokit().issues.deleteLabel({ ...repo, name: 'flaky' })
    await site.codehost.webhooks.settled()
    expect(site.receiver.received.map(({ payload }) => payload['action'])).toEqual(['created', 'edited', 'deleted'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('refuse a name with a lone surrogate, and keep working', async () => {
    const refusal = { status: 400, response: { data: { message: 'Problems parsing JSON' } } }
    await expect(octokit().issues.createLabel({ ...repo, name: '\ud800' })).rejects.toMatchObject(refusal)
    await expect(octokit().issues.updateLabel({ ...repo, name: 'bug', new_name: 'a\udc00' })).rejects.toMatchObject(
      refusal,
    )
    expect((await octokit().issues.listLabelsForRepo(repo)).status).toBe(200)
  })
})
