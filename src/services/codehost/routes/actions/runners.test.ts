import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo', 'admin:org'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [{ owner: 'acme', name: 'website', files: { 'README.md': 'hi\n' } }],
  },
}))
const { it, octokit } = site
const repo = { owner: 'acme', repo: 'website' }
const org = { org: 'acme' }
const config = { name: 'one', runner_group_id: 1, labels: ['self-hosted', 'gpu'] }

describe('runners of a repository', () => {
  it('are made just in time, listed, got and deleted', async () => {
    const { actions } = octokit()
    const made = await actions.generateRunnerJitconfigForRepo({ ...repo, ...config })
    expect(made.data.runner).toMatchObject({ name: 'one', status: 'offline', busy: false, runner_group_id: 1 })
    expect(Object.keys(JSON.parse(Buffer.from(made.data.encoded_jit_config, 'base64').toString()))).toContain('.runner')
    const twice = actions.generateRunnerJitconfigForRepo({ ...repo, ...config })
    await expect(twice).rejects.toMatchObject({ status: 409 })
    const { data } = await actions.listSelfHostedRunnersForRepo({ ...repo, name: 'one' })
    expect(data).toMatchObject({ total_count: 1, runners: [{ labels: [{ name: 'self-hosted' }, { name: 'gpu' }] }] })
    const runner = { ...repo, runner_id: made.data.runner.id }
    expect((await actions.getSelfHostedRunnerForRepo(runner)).data.name).toBe('one')
    await actions.deleteSelfHostedRunnerFromRepo(runner)
    await expect(actions.getSelfHostedRunnerForRepo(runner)).rejects.toMatchObject({ status: 404 })
  })

  it('have labels that are added, replaced and removed, but for their own', async () => {
    const { actions } = octokit()
    const { data } = await actions.generateRunnerJitconfigForRepo({ ...repo, ...config })
    const runner = { ...repo, runner_id: data.runner.id }
    const names = ({ labels }: { labels: { name: string }[] }) => labels.map(({ name }) => name)
    const added = await actions.addCustomLabelsToSelfHostedRunnerForRepo({ ...runner, labels: ['big'] })
    expect(names(added.data)).toEqual(['self-hosted', 'gpu', 'big'])
    const set = await actions.setCustomLabelsForSelfHostedRunnerForRepo({ ...runner, labels: ['a', 'b'] })
    expect(names(set.data)).toEqual(['self-hosted', 'a', 'b'])
    const removed = await actions.removeCustomLabelFromSelfHostedRunnerForRepo({ ...runner, name: 'a' })
    expect(names(removed.data)).toEqual(['self-hosted', 'b'])
    const own = actions.removeCustomLabelFromSelfHostedRunnerForRepo({ ...runner, name: 'self-hosted' })
    await expect(own).rejects.toMatchObject({ status: 422 })
    await actions.removeAllCustomLabelsFromSelfHostedRunnerForRepo(runner)
    expect(names((await actions.listLabelsForSelfHostedRunnerForRepo(runner)).data)).toEqual(['self-hosted'])
  })

  it('have programs and tokens, for administrators only', async () => {
    const { actions } = octokit()
    const { data } = await actions.listRunnerApplicationsForRepo(repo)
    expect(data.map(({ os, architecture }) => `${os} ${architecture}`)).toContain('linux x64')
    const token = await actions.createRegistrationTokenForRepo(repo)
    expect(token.data.token).toMatch(/^[0-9A-Z_]{20,}$/)
    expect((await actions.createRemoveTokenForRepo(repo)).status).toBe(201)
    await expect(octokit('hubber').actions.createRegistrationTokenForRepo(repo)).rejects.toMatchObject({ status: 403 })
  })
})

describe('runners of an organization', () => {
  it('are made, labelled and deleted', async () => {
    const { actions } = octokit()
    const made = await actions.generateRunnerJitconfigForOrg({ ...org, ...config })
    const runner = { ...org, runner_id: made.data.runner.id }
    expect((await actions.listSelfHostedRunnersForOrg(org)).data.total_count).toBe(1)
    expect((await actions.getSelfHostedRunnerForOrg(runner)).data.name).toBe('one')
    await actions.addCustomLabelsToSelfHostedRunnerForOrg({ ...runner, labels: ['x'] })
    await actions.setCustomLabelsForSelfHostedRunnerForOrg({ ...runner, labels: ['y', 'z'] })
    await actions.removeCustomLabelFromSelfHostedRunnerForOrg({ ...runner, name: 'z' })
    const { data } = await actions.listLabelsForSelfHostedRunnerForOrg(runner)
    expect(data.labels.map(({ name }) => name)).toEqual(['self-hosted', 'y'])
    expect((await actions.removeAllCustomLabelsFromSelfHostedRunnerForOrg(runner)).data.total_count).toBe(1)
    expect((await actions.listRunnerApplicationsForOrg(org)).data.length).toBeGreaterThan(4)
    await actions.createRegistrationTokenForOrg(org)
    await actions.createRemoveTokenForOrg(org)
    await actions.deleteSelfHostedRunnerFromOrg(runner)
    await expect(octokit('hubber').actions.listSelfHostedRunnersForOrg(org)).rejects.toMatchObject({ status: 403 })
  })
})

describe('groups of runners', () => {
  it('are beside the default one, made, changed and deleted', async () => {
    const { request } = octokit()
    const made = await request('POST /orgs/{org}/actions/runner-groups', {
      ...org,
      name: 'Fast',
      visibility: 'selected',
    })
    const group = { ...org, runner_group_id: made.data.id }
    const { data } = await request('GET /orgs/{org}/actions/runner-groups', org)
    expect(data.runner_groups.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Default'],
      [2, 'Fast'],
    ])
    const changed = await request('PATCH /orgs/{org}/actions/runner-groups/{runner_group_id}', {
      ...group,
      name: 'Faster',
      visibility: 'all',
    })
    expect(changed.data).toMatchObject({ name: 'Faster', visibility: 'all' })
    const taken = request('POST /orgs/{org}/actions/runner-groups', { ...org, name: 'Faster' })
    await expect(taken).rejects.toMatchObject({ status: 409 })
    expect((await request('GET /orgs/{org}/actions/runner-groups/{runner_group_id}', group)).data.default).toBe(false)
    const hosted = await request('GET /orgs/{org}/actions/runner-groups/{runner_group_id}/hosted-runners', group)
    expect(hosted.data.total_count).toBe(0)
    await request('DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}', group)
    await expect(request('GET /orgs/{org}/actions/runner-groups/{runner_group_id}', group)).rejects.toMatchObject({
      status: 404,
    })
    const first = { ...org, runner_group_id: 1 }
    await expect(request('DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}', first)).rejects.toMatchObject({
      status: 422,
    })
  })

  it('have runners and repositories', async () => {
    const { actions, request } = octokit()
    const made = await request('POST /orgs/{org}/actions/runner-groups', {
      ...org,
      name: 'Fast',
      visibility: 'selected',
    })
    const group = { ...org, runner_group_id: made.data.id }
    const one = await actions.generateRunnerJitconfigForOrg({
      ...org,
      ...config,
      runner_group_id: group.runner_group_id,
    })
    const two = await actions.generateRunnerJitconfigForOrg({ ...org, ...config, name: 'two' })
    const inGroup = async () =>
      (await request('GET /orgs/{org}/actions/runner-groups/{runner_group_id}/runners', group)).data.runners.map(
        ({ name }) => name,
      )
    expect(await inGroup()).toEqual(['one'])
    await request('PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/runners/{runner_id}', {
      ...group,
      runner_id: two.data.runner.id,
    })
    expect(await inGroup()).toEqual(['one', 'two'])
    await request('DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}/runners/{runner_id}', {
      ...group,
      runner_id: one.data.runner.id,
    })
    expect(await inGroup()).toEqual(['two'])
    await request('PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/runners', {
      ...group,
      runners: [one.data.runner.id],
    })
    expect(await inGroup()).toEqual(['one'])
    const { data: website } = await octokit().repos.get(repo)
    const allowed = async () =>
      (
        await request('GET /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories', group)
      ).data.repositories.map(({ name }) => name)
    await request('PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories/{repository_id}', {
      ...group,
      repository_id: website.id,
    })
    expect(await allowed()).toEqual(['website'])
    await request('DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories/{repository_id}', {
      ...group,
      repository_id: website.id,
    })
    await request('PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories', {
      ...group,
      selected_repository_ids: [website.id],
    })
    expect(await allowed()).toEqual(['website'])
  })
})
