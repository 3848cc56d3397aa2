import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const { it, octokit } = await codehostSite(() => ({
  tokens: Object.fromEntries(['octocat', 'hubber'].map((login) => [login, { login, scopes: ['repo', 'admin:org'] }])),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      { owner: 'acme', name: 'website' },
      { owner: 'octocat', name: 'own' },
    ],
  },
}))

const org = 'acme'
const repo = { owner: org, repo: 'website' }
const refused = (status: number) => ({ status })

describe('self-hosted runners of repositories', () => {
  const settings = 'GET /orgs/{org}/actions/permissions/self-hosted-runners'
  const set = (enabled_repositories: 'all' | 'selected' | 'none') =>
    octokit().request('PUT /orgs/{org}/actions/permissions/self-hosted-runners', { org, enabled_repositories })

  it('are for all, no or selected repositories of an organization', async () => {
    const { actions, repos, request } = octokit()
    const { id: repository_id } = (await repos.get(repo)).data
    expect((await request(settings, { org })).data).toEqual({ enabled_repositories: 'all' })
    await actions.createRegistrationTokenForRepo(repo)
    const enable = () =>
      request('PUT /orgs/{org}/actions/permissions/self-hosted-runners/repositories/{repository_id}', {
        org,
        repository_id,
      })
    await expect(enable()).rejects.toMatchObject(refused(409))
    await set('none')
    await expect(actions.createRegistrationTokenForRepo(repo)).rejects.toMatchObject(refused(403))
    await set('selected')
    const { data } = await request(settings, { org })
    expect(data.selected_repositories_url).toMatch(/\/self-hosted-runners\/repositories$/)
    const runner = { ...repo, name: 'one', runner_group_id: 1, labels: ['x'] }
    await expect(actions.generateRunnerJitconfigForRepo(runner)).rejects.toMatchObject(refused(403))
    await enable()
    expect(
      (await request('GET /orgs/{org}/actions/permissions/self-hosted-runners/repositories', { org })).data,
    ).toMatchObject({ repositories: [{ name: 'website' }] })
    await actions.generateRunnerJitconfigForRepo(runner)
    await request('DELETE /orgs/{org}/actions/permissions/self-hosted-runners/repositories/{repository_id}', {
      org,
      repository_id,
    })
    await expect(actions.createRegistrationTokenForRepo(repo)).rejects.toMatchObject(refused(403))
    await request('PUT /orgs/{org}/actions/permissions/self-hosted-runners/repositories', {
      org,
      selected_repository_ids: [repository_id],
    })
    await actions.createRegistrationTokenForRepo(repo)
    await expect(
      request('PUT /orgs/{org}/actions/permissions/self-hosted-runners/repositories', {
        org,
        selected_repository_ids: [999],
      }),
    ).rejects.toMatchObject(refused(404))
    await expect(octokit('hubber').request(settings, { org })).rejects.toMatchObject(refused(403))
  })
})

describe('a runner that GitHub hosts', () => {
  const create = (more: object = {}) =>
    octokit().request('POST /orgs/{org}/actions/hosted-runners', {
      org,
      name: 'big',
      image: { id: 'ubuntu-latest', source: 'github' as const },
      size: '4-core',
      runner_group_id: 1,
      ...more,
    })

  it('is added, changed, listed in its group, and deleted', async () => {
    const { request } = octokit()
    const { data: group } = await request('POST /orgs/{org}/actions/runner-groups', { org, name: 'Large' })
    const { data: runner } = await create({ enable_static_ip: true })
    expect(runner).toMatchObject({ name: 'big', platform: 'linux-x64', status: 'Ready', maximum_runners: 10 })
    expect(runner.public_ips).toHaveLength(1)
    expect((await request('GET /orgs/{org}/actions/hosted-runners/limits', { org })).data.public_ips).toEqual({
      maximum: 50,
      current_usage: 1,
    })
    const one = { org, hosted_runner_id: runner.id }
    const changes = { name: 'bigger', size: '8-core', runner_group_id: group.id, enable_static_ip: false }
    expect(
      (await request('PATCH /orgs/{org}/actions/hosted-runners/{hosted_runner_id}', { ...one, ...changes })).data,
    ).toMatchObject({
      name: 'bigger',
      machine_size_details: { cpu_cores: 8 },
      runner_group_id: group.id,
      public_ips: [],
    })
    const ofGroup = { org, runner_group_id: group.id }
    const inGroup = 'GET /orgs/{org}/actions/runner-groups/{runner_group_id}/hosted-runners'
    expect((await request(inGroup, ofGroup)).data.runners.map(({ name }) => name)).toEqual(['bigger'])
    expect((await request('GET /orgs/{org}/actions/hosted-runners', { org })).data.total_count).toBe(1)
    expect((await request('DELETE /orgs/{org}/actions/hosted-runners/{hosted_runner_id}', one)).data.status).toBe(
      'Deleting',
    )
    await expect(request('GET /orgs/{org}/actions/hosted-runners/{hosted_runner_id}', one)).rejects.toMatchObject(
      refused(404),
    )
  })

  it('is refused with a name, an image, a size or a group that does not do', async () => {
    await create()
    const wrong = [{}, { name: 'a b' }, { name: 'b', size: '3-core' }, { name: 'b', image: { id: 'mac' } }]
    for (const more of wrong) await expect(create(more)).rejects.toMatchObject(refused(422))
    await expect(create({ name: 'b', runner_group_id: 9 })).rejects.toMatchObject(refused(404))
    await expect(octokit('hubber').request('GET /orgs/{org}/actions/hosted-runners', { org })).rejects.toMatchObject(
      refused(403),
    )
  })

  it('has images, sizes and platforms to choose from, and no custom images', async () => {
    const { request } = octokit()
    expect(
      (await request('GET /orgs/{org}/actions/hosted-runners/images/github-owned', { org })).data.total_count,
    ).toBeGreaterThan(1)
    expect(
      (await request('GET /orgs/{org}/actions/hosted-runners/images/partner', { org })).data.total_count,
    ).toBeGreaterThan(1)
    const { machine_specs: sizes } = (await request('GET /orgs/{org}/actions/hosted-runners/machine-sizes', { org }))
      .data
    expect(sizes).toContainEqual({ id: '4-core', cpu_cores: 4, memory_gb: 16, storage_gb: 150 })
    expect((await request('GET /orgs/{org}/actions/hosted-runners/platforms', { org })).data.platforms).toContain(
      'win-x64',
    )
    expect((await request('GET /orgs/{org}/actions/hosted-runners/images/custom', { org })).data).toEqual({
      total_count: 0,
      images: [],
    })
    const image = { org, image_definition_id: 1, version: '1.0.0' }
    const routes = [
      'GET /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}',
      'GET /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}/versions',
      'GET /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}/versions/{version}',
      'DELETE /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}',
      'DELETE /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}/versions/{version}',
    ]
    for (const route of routes) await expect(request(route, image)).rejects.toMatchObject(refused(404))
  })
})

describe('the limits of caches', () => {
  it('of a repository are at most those of its organization', async () => {
    const { request } = octokit()
    const days = async () => (await request('GET /repos/{owner}/{repo}/actions/cache/retention-limit', repo)).data
    const size = async () => (await request('GET /repos/{owner}/{repo}/actions/cache/storage-limit', repo)).data
    expect(await days()).toEqual({ max_cache_retention_days: 7 })
    expect(await size()).toEqual({ max_cache_size_gb: 10 })
    await request('PUT /organizations/{org}/actions/cache/retention-limit', { org, max_cache_retention_days: 3 })
    await request('PUT /organizations/{org}/actions/cache/storage-limit', { org, max_cache_size_gb: 5 })
    expect((await request('GET /organizations/{org}/actions/cache/retention-limit', { org })).data).toEqual({
      max_cache_retention_days: 3,
    })
    expect((await request('GET /organizations/{org}/actions/cache/storage-limit', { org })).data).toEqual({
      max_cache_size_gb: 5,
    })
    expect([await days(), await size()]).toEqual([{ max_cache_retention_days: 3 }, { max_cache_size_gb: 5 }])
    const setDays = (max_cache_retention_days: number) =>
      request('PUT /repos/{owner}/{repo}/actions/cache/retention-limit', { ...repo, max_cache_retention_days })
    await expect(setDays(4)).rejects.toMatchObject(refused(400))
    await setDays(2)
    expect(await days()).toEqual({ max_cache_retention_days: 2 })
    await request('PUT /repos/{owner}/{repo}/actions/cache/storage-limit', { ...repo, max_cache_size_gb: 1 })
    expect(await size()).toEqual({ max_cache_size_gb: 1 })
    await expect(
      request('PUT /repos/{owner}/{repo}/actions/cache/storage-limit', { ...repo, max_cache_size_gb: 0 }),
    ).rejects.toMatchObject(refused(400))
    await expect(
      octokit('hubber').request('GET /organizations/{org}/actions/cache/storage-limit', { org }),
    ).rejects.toMatchObject(refused(403))
  })
})
