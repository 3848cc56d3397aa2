import { describe, expect } from 'vitest'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'

const it = deployhostTest({
  seed: {
    deployhost: {
      users: [{ username: 'ada', tokens: ['ada'] }],
      teams: [{ slug: 'acme', members: [{ username: 'ada', role: 'OWNER' as const }] }],
      projects: [
        {
          name: 'website',
          team: 'acme',
          git: { repo: 'acme/website' },
          env: [
            { key: 'SHARED', value: 'everywhere', type: 'plain' as const },
            { key: 'LIVE', value: 'production only', target: ['production' as const] },
          ],
          domains: ['www.example.com'],
        },
        { name: 'other', team: 'acme' },
      ],
      domains: [{ name: 'example.com', team: 'acme' }],
      build_ms: 0,
    },
  },
}).extend('at', ({ deployhost }) => ({
  vercel: checkedVercel(deployhost, 'ada').vercel,
  async call(method: string, path: string, body?: unknown) {
    const response = await deployhost.fetch(`http://deployhost${path}?slug=acme`, {
      method,
      headers: { authorization: 'Bearer ada', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  },
}))

const website = { idOrName: 'website', slug: 'acme' }
const PATH = '/v1/projects/website/custom-environments'

describe('a custom environment', () => {
  it('is created, read by slug and id, changed, listed and removed', async ({ at }) => {
    const created = await at.vercel.environment.createCustomEnvironment({
      ...website,
      requestBody: { slug: 'qa', description: 'for testers', branchMatcher: { type: 'startsWith', pattern: 'qa/' } },
    })
    expect(created).toMatchObject({ slug: 'qa', type: 'preview', description: 'for testers', domains: [] })
    const environmentSlugOrId = created.id
    const read = await at.vercel.environment.getCustomEnvironment({ ...website, environmentSlugOrId: 'qa' })
    expect(read).toEqual(created)
    const changed = await at.vercel.environment.updateCustomEnvironment({
      ...website,
      environmentSlugOrId,
      requestBody: { slug: 'tests', branchMatcher: null },
    })
    expect(changed).toMatchObject({ id: created.id, slug: 'tests', description: 'for testers' })
    expect(changed).not.toHaveProperty('branchMatcher')
    const list = await at.vercel.environment.getProjectsByIdOrNameCustomEnvironments(website)
    expect(list.environments).toEqual([changed])
    const { body } = await at.call('GET', '/v9/projects/website')
    expect(body.customEnvironments).toMatchObject([{ slug: 'tests' }])
    await at.vercel.environment.removeCustomEnvironment({ ...website, environmentSlugOrId, requestBody: {} })
    expect((await at.call('GET', `${PATH}/tests`)).status).toBe(404)
  })

  it('has a slug of its own in the project', async ({ at }) => {
    await at.call('POST', PATH, { slug: 'qa' })
    expect((await at.call('POST', PATH, { slug: 'qa' })).status).toBe(409)
    expect((await at.call('POST', PATH, { slug: 'preview' })).status).toBe(400)
    expect((await at.call('POST', PATH, {})).status).toBe(400)
    expect((await at.call('POST', '/v1/projects/other/custom-environments', { slug: 'qa' })).status).toBe(201)
  })

  it('is refused to a deployment of another project', async ({ at }) => {
    await at.call('POST', PATH, { slug: 'qa' })
    const refused = await at.call('POST', '/v13/deployments', { name: 'other', customEnvironmentSlugOrId: 'qa' })
    expect(refused.status).toBe(404)
  })
})

describe('a deployment to a custom environment', () => {
  it('gets the hosts of the environment', async ({ at }) => {
    const { body: environment } = await at.call('POST', PATH, { slug: 'qa' })
    const domain = { name: 'qa.example.com', customEnvironmentId: environment.id }
    expect((await at.call('POST', '/v10/projects/website/domains', domain)).status).toBe(200)
    const unknown = { name: 'x.example.com', customEnvironmentId: 'env_unknown' }
    expect((await at.call('POST', '/v10/projects/website/domains', unknown)).status).toBe(404)
    const { body: deployment } = await at.call('POST', '/v13/deployments', {
      name: 'website',
      customEnvironmentSlugOrId: 'qa',
    })
    expect(deployment).toMatchObject({ target: null, customEnvironment: { id: environment.id, slug: 'qa' } })
    const { body } = await at.call('GET', `/v13/deployments/${deployment.id}`)
    expect(body.alias).toEqual(expect.arrayContaining(['qa.example.com', 'website-env-qa-acme.vercel.app']))
    expect(body.alias).not.toContain('www.example.com')
    await at.call('POST', '/v13/deployments', { name: 'website' })
    for (const target of ['qa', environment.id]) {
      const { deployments } = await at.vercel.deployments.getDeployments({ slug: 'acme', target })
      expect(deployments).toMatchObject([{ customEnvironment: { id: environment.id, slug: 'qa' } }])
    }
    expect((await at.vercel.deployments.getDeployments({ slug: 'acme', target: 'other' })).deployments).toEqual([])
  })

  it('is made by a commit of a branch that the environment tracks', async ({ at }) => {
    await at.call('POST', PATH, { slug: 'qa', branchMatcher: { type: 'endsWith', pattern: '/qa' } })
    const deploy = async (ref: string) => {
      const gitSource = { type: 'github', org: 'acme', repo: 'website', ref }
      const { body } = await at.call('POST', '/v13/deployments', { name: 'website', gitSource })
      return body.customEnvironment?.slug
    }
    expect([await deploy('fix/qa'), await deploy('fix/qa2')]).toEqual(['qa', undefined])
  })

  it('is none any more when the environment is removed, with its domains', async ({ at }) => {
    await at.call('POST', PATH, { slug: 'qa' })
    await at.call('POST', '/v10/projects/website/domains', { name: 'qa.example.com', customEnvironmentId: 'qa' })
    const { body: deployment } = await at.call('POST', '/v13/deployments', {
      name: 'website',
      customEnvironmentSlugOrId: 'qa',
    })
    const { body: removed } = await at.call('DELETE', `${PATH}/qa`)
    expect(removed.domains).toMatchObject([{ name: 'qa.example.com' }])
    const { body } = await at.call('GET', `/v13/deployments/${deployment.id}`)
    expect(body).not.toHaveProperty('customEnvironment')
    expect((await at.call('GET', '/v9/projects/website/domains/qa.example.com')).status).toBe(404)
  })
})

describe('the variables of a custom environment', () => {
  it('are added by its slug, pulled, and copied from another environment', async ({ at }) => {
    const { body: environment } = await at.call('POST', PATH, { slug: 'qa', copyEnvVarsFrom: 'production' })
    const variable = { key: 'ONLY_QA', value: 'q', type: 'plain', target: [], customEnvironmentIds: ['qa'] }
    const { body } = await at.call('POST', '/v10/projects/website/env', variable)
    expect(body.created.customEnvironmentIds).toEqual([environment.id])
    const expected = { SHARED: 'everywhere', LIVE: 'production only', ONLY_QA: 'q' }
    for (const name of ['qa', environment.id]) {
      expect((await at.call('GET', `/v3/env/pull/website/${name}`)).body.buildEnv).toEqual(expected)
    }
    expect((await at.call('GET', '/v3/env/pull/website/preview')).body.buildEnv).toEqual({ SHARED: 'everywhere' })
    const { body: second } = await at.call('POST', PATH, { slug: 'second', copyEnvVarsFrom: 'qa' })
    expect((await at.call('GET', `/v3/env/pull/website/${second.id}`)).body.buildEnv).toEqual(expected)
    expect((await at.call('POST', PATH, { slug: 'third', copyEnvVarsFrom: 'nowhere' })).status).toBe(404)
  })

  it('are deleted with it on request, when they are for no other', async ({ at }) => {
    const keys = async () => {
      const { body } = await at.call('GET', '/v10/projects/website/env')
      return body.envs.map(({ key }: { key: string }) => key)
    }
    const variable = { value: 'q', type: 'plain', customEnvironmentIds: ['qa'] }
    const add = async () => {
      await at.call('POST', PATH, { slug: 'qa' })
      await at.call('POST', '/v10/projects/website/env', [
        { ...variable, key: 'ALONE', target: [] },
        { ...variable, key: 'BOTH', target: ['preview'] },
      ])
    }
    await add()
    await at.call('DELETE', `${PATH}/qa`, { deleteUnassignedEnvironmentVariables: true })
    expect(await keys()).toEqual(['SHARED', 'LIVE', 'BOTH'])
    await add()
    await at.call('DELETE', `${PATH}/qa`)
    expect(await keys()).toContain('ALONE')
  })
})
