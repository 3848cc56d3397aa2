import { describe, expect } from 'vitest'
import { repositoriesSite } from './repositories.fixture.ts'

const { it, octokit, stranger } = await repositoriesSite()

type ListParameters = Parameters<ReturnType<typeof octokit>['repos']['listForAuthenticatedUser']>[0]

describe('lists of repositories', () => {
  const names = (data: readonly { full_name: string }[]) => data.map(({ full_name: name }) => name)

  it('of the user: by name, filtered by affiliation, visibility and type', async () => {
    const { data } = await octokit().repos.listForAuthenticatedUser({ per_page: 3 })
    expect(names(data)).toEqual(['acme/open', 'acme/website', 'octocat/empty'])
    const list = async (parameters: ListParameters) =>
      names((await octokit().repos.listForAuthenticatedUser(parameters)).data)
    expect(await list({ visibility: 'private' })).toEqual(['acme/website', 'octocat/secret'])
    expect(await list({ affiliation: 'owner', direction: 'desc' })).toEqual([
      'octocat/secret',
      'octocat/old',
      'octocat/hello-world',
      'octocat/empty',
    ])
    expect(await list({ type: 'member' })).toEqual(['acme/open', 'acme/website'])
    await expect(list({ type: 'all', visibility: 'all' })).rejects.toMatchObject({ status: 422 })
    await expect(stranger().repos.listForAuthenticatedUser()).rejects.toMatchObject({ status: 401 })
    expect(names((await octokit('public').repos.listForAuthenticatedUser({ visibility: 'private' })).data)).toEqual([])
  })

  it('of another user: the public ones, in pages', async () => {
    const { data, headers } = await stranger().repos.listForUser({ username: 'octocat', per_page: 2 })
    expect(names(data)).toEqual(['octocat/empty', 'octocat/hello-world'])
    expect(headers.link).toContain('page=2>; rel="last"')
    const { data: newest } = await octokit().repos.listForUser({ username: 'octocat', sort: 'created' })
    expect(names(newest)).toEqual(['octocat/old', 'octocat/empty', 'octocat/hello-world'])
    await expect(stranger().repos.listForUser({ username: 'nobody' })).rejects.toMatchObject({ status: 404 })
  })

  it('of an organization: the newest first, those the viewer may read', async () => {
    expect(names((await stranger().repos.listForOrg({ org: 'acme' })).data)).toEqual(['acme/open'])
    expect(names((await octokit().repos.listForOrg({ org: 'acme' })).data)).toEqual(['acme/open', 'acme/website'])
    expect(names((await octokit('public').repos.listForOrg({ org: 'acme' })).data)).toEqual(['acme/open'])
    expect(names((await octokit().repos.listForOrg({ org: 'acme', type: 'private' })).data)).toEqual(['acme/website'])
  })

  it('of everyone: the public ones by id, after the last one', async () => {
    const { data } = await stranger().repos.listPublic()
    expect(names(data)).toEqual(['octocat/hello-world', 'octocat/empty', 'octocat/old', 'acme/open'])
    const { data: rest } = await stranger().repos.listPublic({ since: data[1]?.id ?? 0 })
    expect(names(rest)).toEqual(['octocat/old', 'acme/open'])
  })
})
