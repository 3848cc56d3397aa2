import { describe, expect } from 'vitest'
import { refused, seal, settingsSite } from './settings.fixture.ts'

const site = await settingsSite()
const { it, octokit, stranger } = site

const org = 'acme'
const FORBIDDEN = 'You must be an org admin or have the actions secrets fine-grained permission.'

type Visibility = 'all' | 'private' | 'selected'

async function sealed(value: string) {
  const { key, key_id } = (await octokit().actions.getOrgPublicKey({ org })).data
  return { key_id, encrypted_value: await seal(value, key) }
}

async function put(secret_name: string, value: string, visibility: Visibility, selected_repository_ids?: number[]) {
  return octokit().actions.createOrUpdateOrgSecret({
    org,
    secret_name,
    visibility,
    ...(await sealed(value)),
    ...(selected_repository_ids === undefined ? {} : { selected_repository_ids }),
  })
}

async function idOf(name: string, owner = org): Promise<number> {
  return (await octokit().repos.get({ owner, repo: name })).data.id
}

async function selected(secret_name: string): Promise<string[]> {
  const { data } = await octokit().actions.listSelectedReposForOrgSecret({ org, secret_name })
  expect(data.total_count).toBe(data.repositories.length)
  return data.repositories.map(({ name }) => name)
}

const value = (name: string) => site.codehost.secret({ organization: org, name })

describe('the public key of an organization', () => {
  it('is stable, and differs from others', async () => {
    const { data } = await octokit().actions.getOrgPublicKey({ org })
    expect(data.key_id).toMatch(/^\d{18}$/)
    const ofRepository = (await octokit().actions.getRepoPublicKey({ owner: org, repo: 'website' })).data
    expect(data.key).not.toBe(ofRepository.key)
    site.codehost.reset()
    expect((await octokit().actions.getOrgPublicKey({ org })).data).toEqual(data)
  })
})

describe('a secret of an organization', () => {
  it('is created with 201 and replaced with 204, for all, private or selected repositories', async () => {
    const created = await put('one', 'first', 'selected', [await idOf('inside')])
    expect([created.status, created.data]).toEqual([201, {}])
    expect(value('ONE')).toBe('first')
    expect(await selected('ONE')).toEqual(['inside'])
    const { data } = await octokit().actions.getOrgSecret({ org, secret_name: 'ONE' })
    expect(data).toEqual({
      name: 'ONE',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      visibility: 'selected',
      selected_repositories_url: `${site.codehost.url}/orgs/acme/actions/secrets/ONE/repositories`,
    })
    expect((await put('ONE', 'second', 'private')).status).toBe(204)
    expect(value('ONE')).toBe('second')
    const changed = (await octokit().actions.getOrgSecret({ org, secret_name: 'ONE' })).data
    expect(Object.keys(changed)).toEqual(['name', 'created_at', 'updated_at', 'visibility'])
    await put('ONE', 'second', 'selected')
    expect(await selected('ONE')).toEqual([])
  })

  it('keeps its selection when it is replaced without one', async () => {
    expect((await put('SITE_KEY', 'new', 'selected')).status).toBe(204)
    expect(await selected('SITE_KEY')).toEqual(['website'])
    await put('SITE_KEY', 'new', 'selected', [])
    expect(await selected('SITE_KEY')).toEqual([])
  })

  it('keeps its value when only its visibility is sent, and cannot be created that way', async () => {
    const change = { org, secret_name: 'NPM_TOKEN', visibility: 'private' } as const
    expect((await octokit().actions.createOrUpdateOrgSecret(change)).status).toBe(204)
    expect(value('NPM_TOKEN')).toBe('npm')
    expect((await octokit().actions.getOrgSecret(change)).data.visibility).toBe('private')
    await expect(octokit().actions.createOrUpdateOrgSecret({ ...change, secret_name: 'NEW' })).rejects.toMatchObject(
      refused(422, 'Invalid request.\n\n"encrypted_value", "key_id" weren\'t supplied.'),
    )
    const { encrypted_value } = await sealed('x')
    await expect(octokit().actions.createOrUpdateOrgSecret({ ...change, encrypted_value })).rejects.toMatchObject(
      refused(422, 'Invalid request.\n\n"key_id" wasn\'t supplied.'),
    )
  })

  it('accepts ids of repositories as text too, and refuses other accounts’ repositories', async () => {
    const input = { org, secret_name: 'ONE', visibility: 'selected', ...(await sealed('x')) } as const
    const selected_repository_ids = [String(await idOf('website'))] as never
    expect((await octokit().actions.createOrUpdateOrgSecret({ ...input, selected_repository_ids })).status).toBe(201)
    expect(await selected('ONE')).toEqual(['website'])
    const foreign = await idOf('hello-world', 'octocat')
    await expect(put('TWO', 'x', 'selected', [foreign])).rejects.toMatchObject(refused(422))
    expect(value('TWO')).toBeNull()
  })

  it('is refused without a visibility, with an unknown one, and when sealed for a repository', async () => {
    const input = { org, secret_name: 'ONE', ...(await sealed('x')) }
    await expect(octokit().actions.createOrUpdateOrgSecret(input as never)).rejects.toMatchObject(
      refused(422, 'Invalid request.\n\n"visibility" wasn\'t supplied.'),
    )
    await expect(
      octokit().actions.createOrUpdateOrgSecret({ ...input, visibility: 'some' } as never),
    ).rejects.toMatchObject(
      refused(
        422,
        'Invalid request.\n\nFor \'properties/visibility\', "some" is not a member of ["all", "private", "selected"].',
      ),
    )
    const { key } = (await octokit().actions.getRepoPublicKey({ owner: org, repo: 'website' })).data
    await expect(
      octokit().actions.createOrUpdateOrgSecret({
        ...input,
        visibility: 'all',
        encrypted_value: await seal('x', key),
      }),
    ).rejects.toMatchObject(refused(422, 'Bad request - validation failed due to an improperly encrypted secret'))
  })

  it('is listed by name with its visibility, and deleted', async () => {
    const { data } = await octokit().actions.listOrgSecrets({ org })
    expect(data.total_count).toBe(3)
    expect(data.secrets.map(({ name, visibility }) => [name, visibility])).toEqual([
      ['DEPLOY_KEY', 'private'],
      ['NPM_TOKEN', 'all'],
      ['SITE_KEY', 'selected'],
    ])
    const page = await octokit().actions.listOrgSecrets({ org, per_page: 2 })
    expect(page.data.secrets).toHaveLength(2)
    expect(page.headers.link).toContain('rel="last"')
    const input = { org, secret_name: 'SITE_KEY' }
    expect((await octokit().actions.deleteOrgSecret(input)).status).toBe(204)
    await expect(octokit().actions.getOrgSecret(input)).rejects.toMatchObject(refused(404))
    await expect(octokit().actions.listSelectedReposForOrgSecret(input)).rejects.toMatchObject(refused(404))
    expect(value('SITE_KEY')).toBeNull()
  })

  it('is for owners, with a token that has admin:org', async () => {
    for (const token of ['writer', 'outsider', 'public']) {
      await expect(octokit(token).actions.listOrgSecrets({ org })).rejects.toMatchObject(refused(403, FORBIDDEN))
      await expect(octokit(token).actions.getOrgPublicKey({ org })).rejects.toMatchObject(refused(403, FORBIDDEN))
      await expect(octokit(token).actions.deleteOrgSecret({ org, secret_name: 'NPM_TOKEN' })).rejects.toMatchObject(
        refused(403, FORBIDDEN),
      )
    }
    await expect(octokit('public').actions.listOrgSecrets({ org })).rejects.toMatchObject({
      response: { headers: { 'x-accepted-oauth-scopes': 'admin:org' } },
    })
    await expect(stranger().actions.listOrgSecrets({ org })).rejects.toMatchObject(refused(401))
    await expect(octokit().actions.listOrgSecrets({ org: 'octocat' })).rejects.toMatchObject(refused(404))
    expect(value('NPM_TOKEN')).toBe('npm')
  })
})

describe('the selection of a secret', () => {
  const secret = { org, secret_name: 'SITE_KEY' }

  it('is replaced, added to and removed from', async () => {
    const [website, inside] = [await idOf('website'), await idOf('inside')]
    const { data } = await octokit().actions.listSelectedReposForOrgSecret(secret)
    expect(data.repositories[0]).toMatchObject({ full_name: 'acme/website', private: false })
    const set = await octokit().actions.setSelectedReposForOrgSecret({
      ...secret,
      selected_repository_ids: [inside, inside],
    })
    expect(set.status).toBe(204)
    expect(await selected('SITE_KEY')).toEqual(['inside'])
    for (const _ of [1, 2]) {
      const added = await octokit().actions.addSelectedRepoToOrgSecret({ ...secret, repository_id: website })
      expect(added.status).toBe(204)
    }
    expect(await selected('SITE_KEY')).toEqual(['website', 'inside'])
    const page = await octokit().actions.listSelectedReposForOrgSecret({ ...secret, per_page: 1, page: 2 })
    expect(page.data).toMatchObject({ total_count: 2, repositories: [{ name: 'inside' }] })
    for (const _ of [1, 2]) {
      const removed = await octokit().actions.removeSelectedRepoFromOrgSecret({ ...secret, repository_id: website })
      expect(removed.status).toBe(204)
    }
    expect(await selected('SITE_KEY')).toEqual(['inside'])
    const shared = await octokit().actions.listRepoOrganizationSecrets({ owner: org, repo: 'website' })
    expect(shared.data.secrets.map(({ name }) => name)).toEqual(['NPM_TOKEN'])
  })

  it('requires a secret with a selection, and repositories of the organization', async () => {
    const repository_id = await idOf('website')
    const all = { org, secret_name: 'NPM_TOKEN' }
    await expect(
      octokit().actions.setSelectedReposForOrgSecret({ ...all, selected_repository_ids: [repository_id] }),
    ).rejects.toMatchObject(refused(409))
    await expect(octokit().actions.addSelectedRepoToOrgSecret({ ...all, repository_id })).rejects.toMatchObject(
      refused(409),
    )
    await expect(octokit().actions.removeSelectedRepoFromOrgSecret({ ...all, repository_id })).rejects.toMatchObject(
      refused(409),
    )
    expect(await selected('NPM_TOKEN')).toEqual([])
    const foreign = await idOf('hello-world', 'octocat')
    await expect(
      octokit().actions.addSelectedRepoToOrgSecret({ ...secret, repository_id: foreign }),
    ).rejects.toMatchObject(refused(404))
    await expect(
      octokit().actions.setSelectedReposForOrgSecret({ ...secret, selected_repository_ids: [foreign] }),
    ).rejects.toMatchObject(refused(422))
    await expect(
      octokit('writer').actions.addSelectedRepoToOrgSecret({ ...secret, repository_id }),
    ).rejects.toMatchObject(refused(403, FORBIDDEN))
    expect(await selected('SITE_KEY')).toEqual(['website'])
  })

  it('loses a repository that is deleted or transferred', async () => {
    const [website, inside] = [await idOf('website'), await idOf('inside')]
    await octokit().actions.setSelectedReposForOrgSecret({ ...secret, selected_repository_ids: [website, inside] })
    await octokit().repos.transfer({ owner: org, repo: 'inside', new_owner: 'octocat' })
    expect(await selected('SITE_KEY')).toEqual(['website'])
    const { token } = site.codehost.signIn({ login: 'octocat' })
    await octokit(token).repos.delete({ owner: org, repo: 'website' })
    expect(await selected('SITE_KEY')).toEqual([])
  })
})
