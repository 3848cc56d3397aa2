import { describe, expect } from 'vitest'
import { refused, settingsSite } from './settings.fixture.ts'

const site = await settingsSite()
const { it, octokit, stranger } = site

const org = 'acme'
const FORBIDDEN = 'You must be an org admin or have the actions variables fine-grained permission.'

async function idOf(name: string, owner = org): Promise<number> {
  return (await octokit().repos.get({ owner, repo: name })).data.id
}

async function selected(name: string): Promise<string[]> {
  const { data } = await octokit().actions.listSelectedReposForOrgVariable({ org, name })
  expect(data.total_count).toBe(data.repositories.length)
  return data.repositories.map((repo) => repo.name)
}

describe('a variable of an organization', () => {
  it('is created for all, private or selected repositories', async () => {
    const input = { org, name: 'one', value: '1', visibility: 'selected' } as const
    const created = await octokit().actions.createOrgVariable({
      ...input,
      selected_repository_ids: [await idOf('inside')],
    })
    expect([created.status, created.data]).toEqual([201, {}])
    expect(await selected('ONE')).toEqual(['inside'])
    expect((await octokit().actions.getOrgVariable({ org, name: 'One' })).data).toEqual({
      name: 'ONE',
      value: '1',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      visibility: 'selected',
      selected_repositories_url: `${site.codehost.url}/orgs/acme/actions/variables/ONE/repositories`,
    })
    await expect(octokit().actions.createOrgVariable(input)).rejects.toMatchObject(
      refused(409, 'Already exists - Variable already exists'),
    )
    await expect(octokit().actions.createOrgVariable({ org, name: 'TWO', value: '2' } as never)).rejects.toMatchObject(
      refused(422, 'Invalid request.\n\n"visibility" wasn\'t supplied.'),
    )
  })

  it('changes only the members of the body', async () => {
    const change = { org, name: 'COLOR' }
    expect((await octokit().actions.updateOrgVariable({ ...change, value: 'red' })).status).toBe(204)
    const { data } = await octokit().actions.getOrgVariable(change)
    expect(data).toMatchObject({ value: 'red', visibility: 'selected' })
    expect(await selected('COLOR')).toEqual(['website'])
    await octokit().actions.updateOrgVariable({ ...change, selected_repository_ids: [await idOf('inside')] })
    expect(await selected('COLOR')).toEqual(['inside'])
    await octokit().actions.updateOrgVariable({ ...change, visibility: 'all' })
    expect((await octokit().actions.getOrgVariable(change)).data).toMatchObject({ value: 'red', visibility: 'all' })
    await octokit().actions.updateOrgVariable({ ...change, visibility: 'selected' })
    expect(await selected('COLOR')).toEqual([])
    await expect(
      octokit().actions.updateOrgVariable({
        ...change,
        selected_repository_ids: [await idOf('hello-world', 'octocat')],
      }),
    ).rejects.toMatchObject(refused(422))
  })

  it('is listed by name, ten to a page, and deleted', async () => {
    const { data } = await octokit().actions.listOrgVariables({ org })
    expect(data.variables.map(({ name, value, visibility }) => [name, value, visibility])).toEqual([
      ['CLUSTER', 'inner', 'private'],
      ['COLOR', 'teal', 'selected'],
      ['REGION', 'eu', 'all'],
    ])
    for (let index = 10; index < 18; index++) {
      await octokit().actions.createOrgVariable({ org, name: `V${index}`, value: 'x', visibility: 'all' })
    }
    const page = await octokit().actions.listOrgVariables({ org })
    expect([page.data.total_count, page.data.variables.length]).toEqual([11, 10])
    expect((await octokit().actions.deleteOrgVariable({ org, name: 'region' })).status).toBe(204)
    await expect(octokit().actions.getOrgVariable({ org, name: 'REGION' })).rejects.toMatchObject(refused(404))
  })

  it('is for owners, with a token that has admin:org', async () => {
    for (const token of ['writer', 'outsider', 'public']) {
      await expect(octokit(token).actions.listOrgVariables({ org })).rejects.toMatchObject(refused(403, FORBIDDEN))
      await expect(
        octokit(token).actions.createOrgVariable({ org, name: 'X', value: 'x', visibility: 'all' }),
      ).rejects.toMatchObject(refused(403, FORBIDDEN))
    }
    await expect(stranger().actions.listOrgVariables({ org })).rejects.toMatchObject(refused(401))
  })
})

describe('the selection of a variable', () => {
  const variable = { org, name: 'COLOR' }

  it('is replaced, added to and removed from', async () => {
    const [website, inside] = [await idOf('website'), await idOf('inside')]
    const set = { ...variable, selected_repository_ids: [inside] }
    expect((await octokit().actions.setSelectedReposForOrgVariable(set)).status).toBe(204)
    expect(await selected('COLOR')).toEqual(['inside'])
    const added = await octokit().actions.addSelectedRepoToOrgVariable({ ...variable, repository_id: website })
    expect(added.status).toBe(204)
    expect(await selected('COLOR')).toEqual(['website', 'inside'])
    const removed = await octokit().actions.removeSelectedRepoFromOrgVariable({ ...variable, repository_id: inside })
    expect(removed.status).toBe(204)
    expect(await selected('COLOR')).toEqual(['website'])
  })

  it('requires a variable with a selection', async () => {
    const all = { org, name: 'REGION' }
    const repository_id = await idOf('website')
    await expect(octokit().actions.listSelectedReposForOrgVariable(all)).rejects.toMatchObject(refused(409))
    await expect(
      octokit().actions.setSelectedReposForOrgVariable({ ...all, selected_repository_ids: [repository_id] }),
    ).rejects.toMatchObject(refused(409))
    await expect(octokit().actions.addSelectedRepoToOrgVariable({ ...all, repository_id })).rejects.toMatchObject(
      refused(409),
    )
    await expect(octokit().actions.removeSelectedRepoFromOrgVariable({ ...all, repository_id })).rejects.toMatchObject(
      refused(409),
    )
    await expect(
      octokit().actions.addSelectedRepoToOrgVariable({ ...variable, repository_id: 999_999 }),
    ).rejects.toMatchObject(refused(404))
  })
})
