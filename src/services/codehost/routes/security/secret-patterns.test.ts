import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: Object.fromEntries(['octocat', 'hubber'].map((login) => [login, { login, scopes: ['repo', 'admin:org'] }])),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      { owner: 'acme', name: 'website' },
      { owner: 'acme', name: 'walls', private: true },
    ],
  },
}))
const { it, octokit } = site

const org = 'acme'
const repo = { owner: org, repo: 'website' }
const refused = (status: number) => ({ status })

describe('the custom patterns of an organization', () => {
  const create = async (...names: string[]) => {
    const patterns = names.map((name) => ({ name, pattern: 'acme_[a-z]+' }))
    const route = 'POST /orgs/{org}/secret-scanning/custom-patterns'
    return (await octokit().request(route, { org, patterns })).data.created_patterns ?? []
  }
  const list = async (query: object = {}) =>
    (await octokit().request('GET /orgs/{org}/secret-scanning/custom-patterns', { org, ...query })).data

  it('are added together, or none of them', async () => {
    expect((await create('Acme token', 'Acme key')).map(({ slug }) => slug)).toEqual(['acme_token', 'acme_key'])
    await expect(create('New', 'Acme key')).rejects.toMatchObject(refused(422))
    const wrong = { org, patterns: [{ name: 'Broken', pattern: '(' }] }
    await expect(octokit().request('POST /orgs/{org}/secret-scanning/custom-patterns', wrong)).rejects.toMatchObject(
      refused(422),
    )
    expect((await list({ sort: 'name', direction: 'asc' })).map(({ name }) => name)).toEqual(['Acme key', 'Acme token'])
    expect(await list({ state: 'unpublished' })).toEqual([])
    await expect(
      octokit('hubber').request('GET /orgs/{org}/secret-scanning/custom-patterns', { org }),
    ).rejects.toMatchObject(refused(403))
  })

  it('are changed in the version that the client has read', async () => {
    const [made] = await create('Acme token')
    const change = (custom_pattern_version: string | null) =>
      octokit().request('PATCH /orgs/{org}/secret-scanning/custom-patterns/{pattern_id}', {
        org,
        pattern_id: made?.id ?? 0,
        pattern: 'x+',
        custom_pattern_version,
      })
    const { data } = await change(made?.custom_pattern_version ?? '')
    expect(data.pattern).toBe('x+')
    expect(data.custom_pattern_version).not.toBe(made?.custom_pattern_version)
    await expect(change(made?.custom_pattern_version ?? '')).rejects.toMatchObject(refused(412))
  })

  it('go with their alerts, or resolve them', async () => {
    const [first, second] = await create('Acme token', 'Acme key')
    site.codehost.addSecretAlert({ repo: 'acme/website', secret: 'acme_a', secretType: 'acme_token' })
    site.codehost.addSecretAlert({ repo: 'acme/website', secret: 'acme_b', secretType: 'acme_key' })
    const remove = (pattern_id = 0, post_delete_action: 'delete_alerts' | 'resolve_alerts' = 'delete_alerts') =>
      octokit().request('DELETE /orgs/{org}/secret-scanning/custom-patterns', {
        org,
        patterns: [{ pattern_id }],
        post_delete_action,
      })
    await remove(first?.id)
    await remove(second?.id, 'resolve_alerts')
    const { data } = await octokit().secretScanning.listAlertsForRepo(repo)
    expect(data).toMatchObject([{ secret_type: 'acme_key', resolution: 'wont_fix' }])
    await expect(remove(first?.id)).rejects.toMatchObject(refused(404))
  })

  it('and those of providers are looked for in pushes as the organization says', async () => {
    const { request } = octokit()
    await create('Acme token')
    const read = async () => (await request('GET /orgs/{org}/secret-scanning/pattern-configurations', { org })).data
    expect(await read()).toMatchObject({
      pattern_config_version: null,
      custom_pattern_overrides: [{ token_type: 'acme_token', setting: 'not-set' }],
    })
    const set = (more: object) => request('PATCH /orgs/{org}/secret-scanning/pattern-configurations', { org, ...more })
    const custom_pattern_settings = [{ token_type: 'acme_token', push_protection_setting: 'enabled' as const }]
    expect((await set({ custom_pattern_settings })).data).toEqual({ pattern_config_version: '1' })
    expect((await read()).custom_pattern_overrides).toMatchObject([{ setting: 'enabled' }])
    expect(await list({ push_protection: 'enabled' })).toHaveLength(1)
    await expect(set({ pattern_config_version: '7', custom_pattern_settings })).rejects.toMatchObject(refused(409))
    const unknown = [{ token_type: 'none', push_protection_setting: 'enabled' }]
    await expect(set({ provider_pattern_settings: unknown })).rejects.toMatchObject(refused(422))
  })
})

describe('the custom patterns of a repository', () => {
  it('are its own', async () => {
    const { request } = octokit()
    const patterns = [{ name: 'Token', pattern: 't_[0-9]+' }]
    const { data } = await request('POST /repos/{owner}/{repo}/secret-scanning/custom-patterns', { ...repo, patterns })
    const [made] = data.created_patterns ?? []
    expect(made).toMatchObject({ slug: 'token', push_protection_enabled: true })
    const list = async () =>
      (await request('GET /repos/{owner}/{repo}/secret-scanning/custom-patterns', repo)).data.map(({ name }) => name)
    expect(await list()).toEqual(['Token'])
    const one = { ...repo, pattern_id: made?.id ?? 0 }
    const changed = { ...one, must_match: ['1'], custom_pattern_version: made?.custom_pattern_version ?? null }
    expect(
      (await request('PATCH /repos/{owner}/{repo}/secret-scanning/custom-patterns/{pattern_id}', changed)).data,
    ).toMatchObject({ must_match: ['1'] })
    const { data: scans } = await request('GET /repos/{owner}/{repo}/secret-scanning/scan-history', repo)
    expect(scans.custom_pattern_backfill_scans).toMatchObject([{ pattern_name: 'Token', pattern_scope: 'repository' }])
    await request('DELETE /repos/{owner}/{repo}/secret-scanning/custom-patterns', {
      ...repo,
      patterns: [{ pattern_id: one.pattern_id }],
    })
    expect(await list()).toEqual([])
  })
})

describe('scans for secrets', () => {
  it('are known where secret scanning is on', async () => {
    const { request } = octokit()
    const { data } = await request('GET /repos/{owner}/{repo}/secret-scanning/scan-history', repo)
    expect(data.incremental_scans).toMatchObject([{ type: 'git', status: 'completed' }])
    await expect(
      request('GET /repos/{owner}/{repo}/secret-scanning/scan-history', { ...repo, repo: 'walls' }),
    ).rejects.toMatchObject(refused(404))
    const bypass = { ...repo, reason: 'used_in_tests' as const, placeholder_id: 'x' }
    await expect(
      request('POST /repos/{owner}/{repo}/secret-scanning/push-protection-bypasses', bypass),
    ).rejects.toMatchObject(refused(404))
  })
})
