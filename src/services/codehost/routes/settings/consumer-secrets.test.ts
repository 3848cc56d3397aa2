import { describe, expect } from 'vitest'
import { seal, settingsSite } from './settings.fixture.ts'

const { it, octokit } = await settingsSite()

const org = 'acme'
const repo = { owner: 'octocat', repo: 'hello-world' }
const names = ({ secrets }: { secrets: readonly { name: string }[] }) => secrets.map(({ name }) => name)

describe.each(['dependabot', 'codespaces'] as const)('a secret of %s', (consumer) => {
  it('of a repository is sealed with a key of its own, and is none of Actions', async () => {
    const { [consumer]: client, actions } = octokit()
    const { key, key_id } = (await client.getRepoPublicKey(repo)).data
    expect(key).not.toBe((await actions.getRepoPublicKey(repo)).data.key)
    const put = async (value: string) =>
      client.createOrUpdateRepoSecret({
        ...repo,
        secret_name: 'registry',
        key_id,
        encrypted_value: await seal(value, key),
      })
    expect([(await put('one')).status, (await put('two')).status]).toEqual([201, 204])
    expect(names((await client.listRepoSecrets(repo)).data)).toEqual(['REGISTRY'])
    expect(names((await actions.listRepoSecrets(repo)).data)).toEqual(['TOKEN'])
    const one = { ...repo, secret_name: 'REGISTRY' }
    expect((await client.getRepoSecret(one)).data.name).toBe('REGISTRY')
    await expect(
      actions.createOrUpdateRepoSecret({ ...one, key_id, encrypted_value: await seal('x', key) }),
    ).rejects.toMatchObject({ status: 422 })
    await expect(octokit('reader')[consumer].listRepoSecrets(repo)).rejects.toMatchObject({
      status: 403,
      response: { data: { message: expect.stringContaining(`${consumer} secrets`) } },
    })
    await client.deleteRepoSecret(one)
    await expect(client.getRepoSecret(one)).rejects.toMatchObject({ status: 404 })
  })

  it('of an organization has a visibility and selected repositories', async () => {
    const { [consumer]: client, repos } = octokit()
    const { key, key_id } = (await client.getOrgPublicKey({ org })).data
    const idOf = async (name: string) => (await repos.get({ owner: org, repo: name })).data.id
    const one = { org, secret_name: 'REGISTRY' }
    await client.createOrUpdateOrgSecret({
      ...one,
      key_id,
      encrypted_value: await seal('one', key),
      visibility: 'selected',
      selected_repository_ids: [await idOf('inside')],
    })
    const { data } = await client.getOrgSecret(one)
    expect(data.selected_repositories_url).toMatch(new RegExp(`/orgs/acme/${consumer}/secrets/REGISTRY/repositories$`))
    const selected = async () =>
      (await client.listSelectedReposForOrgSecret(one)).data.repositories.map(({ name }) => name)
    await client.addSelectedRepoToOrgSecret({ ...one, repository_id: await idOf('website') })
    expect((await selected()).sort()).toEqual(['inside', 'website'])
    await client.removeSelectedRepoFromOrgSecret({ ...one, repository_id: await idOf('inside') })
    expect(await selected()).toEqual(['website'])
    await client.setSelectedReposForOrgSecret({ ...one, selected_repository_ids: [] })
    expect(await selected()).toEqual([])
    expect(names((await client.listOrgSecrets({ org })).data)).toEqual(['REGISTRY'])
    await expect(octokit('writer')[consumer].listOrgSecrets({ org })).rejects.toMatchObject({ status: 403 })
    await client.deleteOrgSecret(one)
    expect(names((await client.listOrgSecrets({ org })).data)).toEqual([])
  })
})
