import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        auto_init: true,
        collaborators: [{ login: 'hubber', permission: 'push' }],
      },
      { owner: 'acme', name: 'other', auto_init: true },
    ],
  },
}))
const { it, octokit } = site

const repo = { owner: 'acme', repo: 'website' }
const org = 'acme'

const refusal = (message: string) => ({ status: 422, response: { data: { message } } })

/** Publishes a release with one asset, which it gets while it is a draft. */
async function publish(tag_name: string) {
  const { repos } = octokit()
  const { data } = await repos.createRelease({ ...repo, tag_name, draft: true })
  const upload = { ...repo, release_id: data.id, name: 'a.txt', data: 'a', url: data.upload_url }
  const { data: asset } = await repos.uploadReleaseAsset(upload)
  const { data: release } = await repos.updateRelease({ ...repo, release_id: data.id, draft: false })
  return { release, asset }
}

describe('immutable releases of a repository', () => {
  it('are off until an administrator enables them', async () => {
    const { repos } = octokit()
    await expect(repos.checkImmutableReleases(repo)).rejects.toMatchObject({ status: 404 })
    await repos.enableImmutableReleases(repo)
    expect((await repos.checkImmutableReleases(repo)).data).toEqual({ enabled: true, enforced_by_owner: false })
    await expect(octokit('hubber').repos.disableImmutableReleases(repo)).rejects.toMatchObject({ status: 403 })
    await repos.disableImmutableReleases(repo)
    await expect(repos.checkImmutableReleases(repo)).rejects.toMatchObject({ status: 404 })
  })

  it('keep the assets that they were published with', async () => {
    const { repos } = octokit()
    await repos.enableImmutableReleases(repo)
    const { release, asset } = await publish('v1')
    expect(release.immutable).toBe(true)
    const upload = { ...repo, release_id: release.id, name: 'b.txt', data: 'b', url: release.upload_url }
    await expect(repos.uploadReleaseAsset(upload)).rejects.toMatchObject(
      refusal('Cannot upload assets to an immutable release.'),
    )
    const one = { ...repo, asset_id: asset.id }
    await expect(repos.deleteReleaseAsset(one)).rejects.toMatchObject({ status: 422 })
    await expect(repos.updateReleaseAsset({ ...one, name: 'c.txt' })).rejects.toMatchObject({ status: 422 })
  })

  it('may have other notes, and neither another tag nor become drafts', async () => {
    const { repos } = octokit()
    await repos.enableImmutableReleases(repo)
    const { release } = await publish('v1')
    const one = { ...repo, release_id: release.id }
    expect((await repos.updateRelease({ ...one, body: 'New' })).data).toMatchObject({ body: 'New', immutable: true })
    await expect(repos.updateRelease({ ...one, tag_name: 'v2' })).rejects.toMatchObject({ status: 422 })
    await expect(repos.updateRelease({ ...one, draft: true })).rejects.toMatchObject({ status: 422 })
  })

  it('keep their tags, and a tag of one that is gone is not used again', async () => {
    const { repos, git } = octokit()
    await repos.enableImmutableReleases(repo)
    const { release } = await publish('v1')
    const protectedRef = refusal('Repository rule violations found\n\nCannot delete this protected ref.\n\n')
    await expect(git.deleteRef({ ...repo, ref: 'tags/v1' })).rejects.toMatchObject(protectedRef)
    await repos.deleteRelease({ ...repo, release_id: release.id })
    await git.deleteRef({ ...repo, ref: 'tags/v1' })
    await expect(repos.createRelease({ ...repo, tag_name: 'v1' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ field: 'tag_name', message: 'tag_name was used by an immutable release' }, {}] } },
    })
    const sha = (await repos.getBranch({ ...repo, branch: 'main' })).data.commit.sha
    await expect(git.createRef({ ...repo, ref: 'refs/tags/v1', sha })).rejects.toMatchObject(
      refusal('Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n'),
    )
  })

  it('leave earlier releases as they are', async () => {
    const { repos } = octokit()
    const { release } = await publish('v1')
    await repos.enableImmutableReleases(repo)
    expect((await repos.getRelease({ ...repo, release_id: release.id })).data.immutable).toBe(false)
  })
})

describe('immutable releases of an organization', () => {
  it('are enforced in all of its repositories', async () => {
    const { orgs, repos } = octokit()
    expect((await orgs.getImmutableReleasesSettings({ org })).data).toEqual({ enforced_repositories: 'none' })
    await orgs.setImmutableReleasesSettings({ org, enforced_repositories: 'all' })
    expect((await repos.checkImmutableReleases(repo)).data).toEqual({ enabled: true, enforced_by_owner: true })
    await expect(repos.disableImmutableReleases(repo)).rejects.toMatchObject({ status: 409 })
    expect((await publish('v1')).release.immutable).toBe(true)
  })

  it('are enforced in the repositories that it selects', async () => {
    const { orgs, repos } = octokit()
    await expect(orgs.getImmutableReleasesSettingsRepositories({ org })).rejects.toMatchObject({ status: 409 })
    const ids = [(await repos.get(repo)).data.id, (await repos.get({ owner: org, repo: 'other' })).data.id] as const
    await orgs.setImmutableReleasesSettings({
      org,
      enforced_repositories: 'selected',
      selected_repository_ids: [ids[0]],
    })
    const names = async () =>
      (await orgs.getImmutableReleasesSettingsRepositories({ org })).data.repositories.map(({ name }) => name)
    expect(await names()).toEqual(['website'])
    await orgs.enableSelectedRepositoryImmutableReleasesOrganization({ org, repository_id: ids[1] })
    await orgs.disableSelectedRepositoryImmutableReleasesOrganization({ org, repository_id: ids[0] })
    expect(await names()).toEqual(['other'])
    await orgs.setImmutableReleasesSettingsRepositories({ org, selected_repository_ids: [...ids] })
    expect(await names()).toEqual(['website', 'other'])
    expect((await repos.checkImmutableReleases(repo)).data.enforced_by_owner).toBe(true)
  })
})
