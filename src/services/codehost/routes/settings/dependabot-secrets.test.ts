import { describe, expect } from 'vitest'
import { seal, settingsSite } from './settings.fixture.ts'

const { it, octokit } = await settingsSite()

const org = 'acme'
const repo = { owner: 'octocat', repo: 'hello-world' }
const names = ({ secrets }: { secrets: readonly { name: string }[] }) => secrets.map(({ name }) => name)

describe('a secret of Dependabot', () => {
  it('of a repository is sealed with a key of its own, and is none of Actions', async () => {
    const { dependabot, actions } = octokit()
    const { key, key_id } = (await dependabot.getRepoPublicKey(repo)).data
    expect(key).not.toBe((await actions.getRepoPublicKey(repo)).data.key)
    const put = async (value: string) =>
      dependabot.createOrUpdateRepoSecret({
        ...repo,
        secret_name: 'registry',
        key_id,
        encrypted_value: await seal(value, key),
      })
    expect([(await put('one')).status, (await put('two')).status]).toEqual([201, 204])
    expect(names((await dependabot.listRepoSecrets(repo)).data)).toEqual(['REGISTRY'])
    expect(names((await actions.listRepoSecrets(repo)).data)).toEqual(['TOKEN'])
    const one = { ...repo, secret_name: 'REGISTRY' }
    expect((await dependabot.getRepoSecret(one)).data.name).toBe('REGISTRY')
    await expect(
      actions.createOrUpdateRepoSecret({ ...one, key_id, encrypted_value: await seal('x', key) }),
    ).rejects.toMatchObject({ status: 422 })
    await expect(octokit('reader').dependabot.listRepoSecrets(repo)).rejects.toMatchObject({
      status: 403,
      response: { data: { message: expect.stringContaining('dependabot secrets') } },
    })
    await dependabot.deleteRepoSecret(one)
    await expect(dependabot.getRepoSecret(one)).rejects.toMatchObject({ status: 404 })
  })

  it('of an organization has a visibility and selected repositories', async () => {
    const { dependabot, repos } = octokit()
    const { key, key_id } = (await dependabot.getOrgPublicKey({ org })).data
    const idOf = async (name: string) => (await repos.get({ owner: org, repo: name })).data.id
    const one = { org, secret_name: 'REGISTRY' }
    await dependabot.createOrUpdateOrgSecret({
      ...one,
      key_id,
      encrypted_value: await seal('one', key),
      visibility: 'selected',
      selected_repository_ids: [await idOf('inside')],
    })
    const { data } = await dependabot.getOrgSecret(one)
    expect(data.selected_repositories_url).toMatch(/\/orgs\/acme\/dependabot\/secrets\/REGISTRY\/repositories$/)
    const selected = async () =>
      (await dependabot.listSelectedReposForOrgSecret(one)).data.repositories.map(({ name }) => name)
    await dependabot.addSelectedRepoToOrgSecret({ ...one, repository_id: await idOf('website') })
    expect((await selected()).sort()).toEqual(['inside', 'website'])
    await dependabot.removeSelectedRepoFromOrgSecret({ ...one, repository_id: await idOf('inside') })
    expect(await selected()).toEqual(['website'])
    await dependabot.setSelectedReposForOrgSecret({ ...one, selected_repository_ids: [] })
    expect(await selected()).toEqual([])
    expect(names((await dependabot.listOrgSecrets({ org })).data)).toEqual(['REGISTRY'])
    await expect(octokit('writer').dependabot.listOrgSecrets({ org })).rejects.toMatchObject({ status: 403 })
    await dependabot.deleteOrgSecret(one)
    expect(names((await dependabot.listOrgSecrets({ org })).data)).toEqual([])
  })
})
