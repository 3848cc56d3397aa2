import { describe, expect } from 'vitest'
import { refused, settingsSite } from './settings.fixture.ts'

const site = await settingsSite()
const { it, octokit, stranger } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const FORBIDDEN = 'You must have repository read permissions or have the repository variables fine-grained permission.'
const NAME_RULE =
  'Variable names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_). ' +
  'Spaces are not allowed. Must start with a letter ([a-z], [A-Z]) or underscores (_).'
const EXISTS = 'Already exists - Variable already exists'

const create = (name: string, value: string, token = 'owner') =>
  octokit(token).actions.createRepoVariable({ ...repo, name, value })

describe('a variable of a repository', () => {
  it('is created in upper case, and its value is readable', async () => {
    const created = await create('retries', '3')
    expect([created.status, created.data]).toEqual([201, {}])
    const { data } = await octokit().actions.getRepoVariable({ ...repo, name: 'Retries' })
    expect(data).toEqual({
      name: 'RETRIES',
      value: '3',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(Object.keys(data)).toEqual(['name', 'value', 'created_at', 'updated_at'])
  })

  it('is created once', async () => {
    await expect(create('stage', 'x')).rejects.toMatchObject(refused(409, EXISTS))
    expect((await octokit().actions.getRepoVariable({ ...repo, name: 'STAGE' })).data.value).toBe('test')
  })

  it('changes its value, its name, or both', async () => {
    site.codehost.clock.freeze('2030-01-01T00:00:00Z')
    const { data: before } = await octokit().actions.getRepoVariable({ ...repo, name: 'STAGE' })
    const changed = await octokit().actions.updateRepoVariable({ ...repo, name: 'stage', value: 'live' })
    expect(changed.status).toBe(204)
    const { data } = await octokit().actions.getRepoVariable({ ...repo, name: 'STAGE' })
    expect(data.value).toBe('live')
    expect([data.created_at, data.updated_at]).toEqual([before.created_at, '2030-01-01T00:00:00Z'])
    expect(before.updated_at).not.toBe(data.updated_at)
    // The client has one parameter for both the name in the path and the one in the body.
    const rename = (from: string, body: object) =>
      octokit().request('PATCH /repos/{owner}/{repo}/actions/variables/{variable}', {
        ...repo,
        variable: from,
        ...body,
      })
    expect((await rename('STAGE', { name: 'place' })).status).toBe(204)
    expect((await octokit().actions.getRepoVariable({ ...repo, name: 'PLACE' })).data.value).toBe('live')
    await expect(octokit().actions.getRepoVariable({ ...repo, name: 'STAGE' })).rejects.toMatchObject(refused(404))
    await create('OTHER', 'x')
    await expect(rename('PLACE', { name: 'other' })).rejects.toMatchObject(refused(409, EXISTS))
    await expect(rename('PLACE', { name: '1X' })).rejects.toMatchObject(refused(422, NAME_RULE))
    expect((await rename('PLACE', { name: 'Place', value: 'same' })).status).toBe(204)
    await expect(rename('STAGE', { value: 'x' })).rejects.toMatchObject(refused(404))
  })

  it('has a valid name and value', async () => {
    await expect(create('MY-VARIABLE', 'x')).rejects.toMatchObject(refused(422, NAME_RULE))
    await expect(create('github_x', 'x')).rejects.toMatchObject(
      refused(422, 'Variable names must not start with GITHUB_.'),
    )
    expect((await create('LARGE', 'x'.repeat(49_152))).status).toBe(201)
    await expect(create('LARGER', 'x'.repeat(49_153))).rejects.toMatchObject(
      refused(422, 'Variables are limited to 48 KB in size.'),
    )
    await expect(octokit().actions.createRepoVariable({ ...repo, name: 'X' } as never)).rejects.toMatchObject(
      refused(422, 'Invalid request.\n\n"value" wasn\'t supplied.'),
    )
    await expect(create('X', 3 as never)).rejects.toMatchObject(
      refused(422, "Invalid request.\n\nFor 'properties/value', 3 is not a string."),
    )
  })

  it('is listed by name, ten to a page and thirty at most', async () => {
    for (let index = 10; index < 45; index++) await create(`V${index}`, 'x')
    const { data, headers } = await octokit().actions.listRepoVariables(repo)
    expect(data.total_count).toBe(36)
    expect(data.variables).toHaveLength(10)
    expect(data.variables[0]).toMatchObject({ name: 'STAGE', value: 'test' })
    expect(headers.link).toContain('page=4>; rel="last"')
    expect((await octokit().actions.listRepoVariables({ ...repo, per_page: 100 })).data.variables).toHaveLength(30)
    expect(await octokit().paginate(octokit().actions.listRepoVariables, repo)).toHaveLength(36)
  })

  it('is deleted with 204, and is 404 then', async () => {
    const input = { ...repo, name: 'stage' }
    expect((await octokit().actions.deleteRepoVariable(input)).status).toBe(204)
    await expect(octokit().actions.deleteRepoVariable(input)).rejects.toMatchObject(refused(404))
    expect((await octokit().actions.listRepoVariables(repo)).data).toEqual({ total_count: 0, variables: [] })
  })

  it('is separate from a secret of the same name', async () => {
    await expect(octokit().actions.getRepoVariable({ ...repo, name: 'TOKEN' })).rejects.toMatchObject(refused(404))
    expect((await create('TOKEN', 'x')).status).toBe(201)
    expect(site.codehost.secret({ repository: 'octocat/hello-world', name: 'TOKEN' })).toBe('seeded')
    expect(site.codehost.secret({ repository: 'octocat/hello-world', name: 'STAGE' })).toBeNull()
  })

  it('is for users with write access, and cannot be changed in an archived repository', async () => {
    expect((await create('HIS', 'x', 'writer')).status).toBe(201)
    for (const token of ['reader', 'outsider', 'public']) {
      await expect(create('HERS', 'x', token)).rejects.toMatchObject(refused(403, FORBIDDEN))
      await expect(octokit(token).actions.listRepoVariables(repo)).rejects.toMatchObject(refused(403, FORBIDDEN))
    }
    await expect(stranger().actions.listRepoVariables(repo)).rejects.toMatchObject(refused(401))
    const hidden = { owner: 'octocat', repo: 'hidden' }
    await expect(octokit('writer').actions.listRepoVariables(hidden)).rejects.toMatchObject(refused(404))
    const old = { owner: 'octocat', repo: 'old', name: 'STAGE' }
    await expect(octokit().actions.updateRepoVariable({ ...old, value: 'x' })).rejects.toMatchObject(refused(403))
    await expect(octokit().actions.deleteRepoVariable(old)).rejects.toMatchObject(refused(403))
    expect((await octokit().actions.getRepoVariable(old)).data.value).toBe('kept')
  })
})

describe('variables of the organization', () => {
  it('are listed for a repository: those for all, for private ones, and for it', async () => {
    const of = async (name: string) =>
      (await octokit().actions.listRepoOrganizationVariables({ owner: 'acme', repo: name })).data.variables.map(
        (variable) => [variable.name, variable.value],
      )
    expect(await of('website')).toEqual([
      ['COLOR', 'teal'],
      ['REGION', 'eu'],
    ])
    expect(await of('inside')).toEqual([
      ['CLUSTER', 'inner'],
      ['REGION', 'eu'],
    ])
  })
})
