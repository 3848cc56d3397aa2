import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: Object.fromEntries(
    ['octocat', 'hubber', 'guard'].map((login) => [login, { login, scopes: ['repo', 'admin:org'] }]),
  ),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'guard' }],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }, { login: 'guard' }],
        webhooks: [{ url: receiver.url, events: ['security_and_analysis'] }],
      },
    ],
    repos: [
      { owner: 'acme', name: 'website' },
      { owner: 'acme', name: 'walls', private: true },
    ],
  },
}))
const { it, octokit, takeEvents } = site

const org = 'acme'
const website = { owner: org, repo: 'website' }
const refused = (status: number) => ({ status })

const create = async (name: string, more: object = {}) =>
  (
    await octokit().request('POST /orgs/{org}/code-security/configurations', {
      org,
      name,
      description: 'Ours',
      ...more,
    })
  ).data
const of = async (repo: string) =>
  (await octokit().request('GET /repos/{owner}/{repo}/code-security-configuration', { owner: org, repo })).data
const analysis = async (repo: string) => (await octokit().repos.get({ owner: org, repo })).data.security_and_analysis

describe('a configuration of code security', () => {
  it('gives its settings to the repositories that it is attached to', async () => {
    const { request } = octokit()
    const made = await create('Strict', { dependabot_alerts: 'enabled', secret_scanning: 'enabled' })
    expect(made).toMatchObject({
      name: 'Strict',
      target_type: 'organization',
      dependabot_alerts: 'enabled',
      enforcement: 'enforced',
    })
    expect(await of('walls')).toBeFalsy()
    const one = { org, configuration_id: made.id ?? 0 }
    const { status } = await request('POST /orgs/{org}/code-security/configurations/{configuration_id}/attach', {
      ...one,
      scope: 'private_or_internal',
    })
    expect(status).toBe(202)
    expect(await of('walls')).toMatchObject({ status: 'enforced', configuration: { name: 'Strict' } })
    expect(await analysis('walls')).toMatchObject({ secret_scanning: { status: 'enabled' } })
    await octokit().repos.checkVulnerabilityAlerts({ owner: org, repo: 'walls' })
    expect(await takeEvents()).toEqual(['security_and_analysis'])
    await request('PATCH /orgs/{org}/code-security/configurations/{configuration_id}', {
      ...one,
      secret_scanning: 'disabled',
      enforcement: 'unenforced',
    })
    expect(await analysis('walls')).toMatchObject({ secret_scanning: { status: 'disabled' } })
    const { data: repos } = await request(
      'GET /orgs/{org}/code-security/configurations/{configuration_id}/repositories',
      one,
    )
    expect(repos).toMatchObject([{ status: 'attached', repository: { name: 'walls' } }])
    const { id } = (await octokit().repos.get({ owner: org, repo: 'walls' })).data
    await request('DELETE /orgs/{org}/code-security/configurations/detach', { org, selected_repository_ids: [id] })
    expect(await of('walls')).toBeFalsy()
  })

  it('is given to new repositories', async () => {
    const { request, repos } = octokit()
    const made = await create('Start', { private_vulnerability_reporting: 'enabled' })
    const one = { org, configuration_id: made.id ?? 0 }
    const { data } = await request('PUT /orgs/{org}/code-security/configurations/{configuration_id}/defaults', {
      ...one,
      default_for_new_repos: 'public',
    })
    expect(data).toMatchObject({ default_for_new_repos: 'public', configuration: { name: 'Start' } })
    const defaults = () => request('GET /orgs/{org}/code-security/configurations/defaults', { org })
    expect((await defaults()).data).toMatchObject([{ default_for_new_repos: 'public' }])
    await repos.createInOrg({ org, name: 'fresh' })
    expect(await of('fresh')).toMatchObject({ configuration: { name: 'Start' } })
    await repos.createInOrg({ org, name: 'hidden', private: true })
    expect(await of('hidden')).toBeFalsy()
    await request('DELETE /orgs/{org}/code-security/configurations/{configuration_id}', one)
    expect((await defaults()).data).toEqual([])
    expect(await of('fresh')).toBeFalsy()
    await expect(request('GET /orgs/{org}/code-security/configurations/{configuration_id}', one)).rejects.toMatchObject(
      refused(404),
    )
  })

  it('stands beside the one of GitHub, which cannot be changed', async () => {
    const { request } = octokit()
    await create('Mine')
    await expect(create('Mine')).rejects.toMatchObject(refused(422))
    const { data } = await request('GET /orgs/{org}/code-security/configurations', { org })
    expect(data.map(({ name, target_type }) => [name, target_type])).toEqual([
      ['GitHub recommended', 'global'],
      ['Mine', 'organization'],
    ])
    const one = { org, configuration_id: data[0]?.id ?? 0, name: 'Other' }
    await expect(
      request('PATCH /orgs/{org}/code-security/configurations/{configuration_id}', one),
    ).rejects.toMatchObject(refused(422))
  })

  it('is for owners and security managers', async () => {
    const read = (token: string) => octokit(token).request('GET /orgs/{org}/code-security/configurations', { org })
    await expect(read('guard')).rejects.toMatchObject(refused(403))
    await octokit().orgs.assignUserToOrgRole({ org, username: 'guard', role_id: 138 })
    expect((await read('guard')).status).toBe(200)
    await expect(read('hubber')).rejects.toMatchObject(refused(403))
  })
})

describe('the features of the security of repositories', () => {
  it('are changed with the repository, and tell what they were', async () => {
    expect(await analysis('website')).toMatchObject({ secret_scanning: { status: 'enabled' } })
    expect(await analysis('walls')).toMatchObject({ secret_scanning: { status: 'disabled' } })
    const { data } = await octokit().repos.update({
      ...website,
      security_and_analysis: { advanced_security: { status: 'enabled' }, secret_scanning: { status: 'disabled' } },
    })
    expect(data.security_and_analysis).toMatchObject({
      advanced_security: { status: 'enabled' },
      secret_scanning: { status: 'disabled' },
    })
    expect(await takeEvents()).toEqual(['security_and_analysis'])
    expect((await octokit('hubber').repos.get(website)).data.security_and_analysis).toBeUndefined()
  })

  it('are turned on in all repositories of an organization', async () => {
    const turn = (enablement: string) => octokit().request(`POST /orgs/acme/secret_scanning/${enablement}`)
    await turn('enable_all')
    expect(await analysis('walls')).toMatchObject({ secret_scanning: { status: 'enabled' } })
    await octokit().request('POST /orgs/acme/dependabot_alerts/enable_all')
    await octokit().repos.checkVulnerabilityAlerts(website)
    await expect(turn('now')).rejects.toMatchObject(refused(422))
    await octokit().request('POST /orgs/acme/dependency_graph/disable_all')
    await octokit().request('POST /orgs/acme/dependabot_security_updates/disable_all')
    await octokit().request('POST /orgs/acme/advanced_security/disable_all')
    await octokit().request('POST /orgs/acme/code_scanning_default_setup/disable_all')
    await octokit().request('POST /orgs/acme/secret_scanning_push_protection/disable_all')
  })
})

describe('the repositories that Dependabot may read', () => {
  it('are listed and changed by owners, and unknown to others', async () => {
    const { request, repos } = octokit()
    const { id } = (await repos.get({ owner: org, repo: 'walls' })).data
    const read = async () => (await request('GET /orgs/{org}/dependabot/repository-access', { org })).data
    expect(await read()).toEqual({ default_level: null, accessible_repositories: [] })
    await request('PATCH /orgs/{org}/dependabot/repository-access', { org, repository_ids_to_add: [id] })
    await request('PUT /orgs/{org}/dependabot/repository-access/default-level', { org, default_level: 'internal' })
    expect(await read()).toMatchObject({ default_level: 'internal', accessible_repositories: [{ name: 'walls' }] })
    await request('PATCH /orgs/{org}/dependabot/repository-access', { org, repository_ids_to_remove: [id] })
    expect((await read()).accessible_repositories).toEqual([])
    await expect(
      octokit('hubber').request('GET /orgs/{org}/dependabot/repository-access', { org }),
    ).rejects.toMatchObject(refused(404))
  })
})
