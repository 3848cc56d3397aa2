import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

// https://github.com/vercel/terraform-provider-vercel, whose client has the paths and the members of these requests.
describe('requests as the vendor’s Terraform provider sends them', () => {
  it('create and update a project', async ({ at }) => {
    const created = await at.call('POST', '/v8/projects', {
      body: { name: 'tf', framework: null, buildCommand: null, previewDeploymentSuffix: null, rootDirectory: null },
    })
    expect(created.status).toBe(200)
    const changes = {
      name: 'tf',
      buildCommand: 'make',
      ssoProtection: null,
      passwordProtection: null,
      trustedIps: null,
      trustedSources: null,
      oidcTokenConfig: null,
      optionsAllowlist: null,
      autoExposeSystemEnvs: true,
      productionDeploymentsFastLane: true,
      skewProtectionMaxAge: 0,
      gitComments: null,
      gitProviderOptions: { createDeployments: 'enabled' },
    }
    const { status, body } = await at.call('PATCH', `/v9/projects/${created.body.id}`, { body: changes })
    expect([status, body.buildCommand]).toEqual([200, 'make'])
    expect(body.gitComments).toEqual({ onCommit: false, onPullRequest: true })
    const gitComments = { onCommit: true, onPullRequest: false }
    await at.call('PATCH', `/v9/projects/${created.body.id}`, { body: { gitComments } })
    expect((await at.call('GET', `/v10/projects/${created.body.id}`)).body).toMatchObject({ gitComments })
  })

  it('link a project to a repository, choose its branch, and unlink it', async ({ at }) => {
    await at.call('POST', '/v8/projects', { body: { name: 'tf' } })
    const refused = await at.call('PATCH', '/v9/projects/tf/branch', { body: { branch: 'live' } })
    expect(refused.status).toBe(400)
    const linked = await at.call('POST', '/v9/projects/tf/link', { body: { type: 'github', repo: 'acme/web' } })
    expect(linked.body.link).toMatchObject({ type: 'github', org: 'acme', repo: 'web', productionBranch: 'main' })
    const branched = await at.call('PATCH', '/v9/projects/tf/branch', { body: { branch: 'live' } })
    expect(branched.body.link).toMatchObject({ repo: 'web', productionBranch: 'live' })
    expect((await at.call('DELETE', '/v9/projects/tf/link')).body).not.toHaveProperty('link')
  })

  it('create a deployment, a bypass and DNS records', async ({ at }) => {
    const { body: project } = await at.call('POST', '/v8/projects', { body: { name: 'tf' } })
    const deployment = await at.call('POST', '/v12/now/deployments?skipAutoDetectionConfirmation=1', {
      body: { name: 'tf', project: project.id, projectSettings: {}, build: {}, target: 'production' },
    })
    expect(deployment.body).toMatchObject({ projectId: project.id, target: 'production' })
    const secret = 'a'.repeat(32)
    const path = `/v10/projects/${project.id}/protection-bypass`
    const bypass = await at.call('PATCH', path, { body: { generate: { secret } } })
    expect(bypass.body.protectionBypass).toHaveProperty(secret)
    await at.call('POST', '/v5/domains', { body: { name: 'example.org', method: 'add' } })
    const record = { type: 'A', name: 'x', value: '192.0.2.1' }
    const { uid } = (await at.call('POST', '/v4/domains/example.org/records', { body: record })).body
    await at.call('PATCH', `/v4/domains/records/${uid}`, { body: { value: '192.0.2.2' } })
    expect((await at.call('GET', `/domains/records/${uid}`)).body).toMatchObject({ value: '192.0.2.2' })
  })

  it('read one member of a team', async ({ at }) => {
    const { members } = (await at.call('GET', '/v2/teams/acme/members')).body
    expect(members.length).toBeGreaterThan(1)
    for (const { uid } of members) {
      const { body } = await at.call('GET', `/v2/teams/acme/members?limit=1&filterByUserIds=${uid}`)
      expect(body.members).toMatchObject([{ uid }])
    }
    expect((await at.call('GET', '/v2/teams/acme/members?limit=1&filterByUserIds=nobody')).body.members).toEqual([])
  })

  it('remove a variable and a member, read a project and list certificates by the versions of the provider', async ({
    at,
  }) => {
    const variable = { key: 'GONE', value: 'x', type: 'plain', target: ['preview'] }
    const { body } = await at.call('POST', '/v10/projects/website/env?slug=acme', { body: variable })
    const path = `/v8/projects/website/env/${body.created.id}?slug=acme`
    expect((await at.call('DELETE', path)).body.key).toBe('GONE')
    const { body: project } = await at.call('GET', '/v2/projects/website?slug=acme')
    expect(project.deploymentExpiration.expirationDays).toBe(30)
    const { members } = (await at.call('GET', '/v2/teams/acme/members')).body
    const { uid } = members.find(({ username }: { username: string }) => username === 'grace')
    expect((await at.call('DELETE', `/v2/teams/acme/members/${uid}`)).status).toBe(200)
    expect((await at.call('GET', '/v8/certs?slug=acme')).body.certs).toEqual([])
  })

  it('set how long the deployments of a project are kept', async ({ at }) => {
    const path = '/v9/projects/website/deployment-expiration?slug=acme'
    const { body } = await at.call('PATCH', path, { body: { expiration: '1w', expirationProduction: 'unlimited' } })
    expect(body.deploymentExpiration).toEqual({
      expiration: '1w',
      expirationProduction: 'unlimited',
      expirationCanceled: '1m',
      expirationErrored: '1w',
    })
    expect((await at.call('GET', '/v2/projects/website?slug=acme')).body.deploymentExpiration).toEqual({
      expirationDays: 7,
      expirationDaysProduction: 36_500,
      expirationDaysCanceled: 30,
      expirationDaysErrored: 7,
      deploymentsToKeep: 10,
    })
    expect((await at.call('PATCH', path, { body: { expiration: '5d' } })).status).toBe(400)
  })
})
