import { AssumeRoleWithWebIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { describe, expect } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { serviceTest } from '#testkit/service-test.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const WORKFLOW = `
name: Deploy
on: push
jobs:
  test: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] }
  live: { runs-on: ubuntu-latest, environment: 'live', steps: [{ run: 'true' }] }
`

const it = serviceTest('codehost', {
  seed: {
    tokens: { octocat: { login: 'octocat', scopes: ['repo', 'workflow', 'admin:org'] } },
    codehost: {
      users: [{ login: 'octocat' }],
      orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
      repos: [{ owner: 'acme', name: 'website', files: { '.github/workflows/deploy.yml': WORKFLOW } }],
    },
  },
}).extend('octokit', ({ codehost }) => checkedOctokit(codehost, 'octocat'))

const repo = { owner: 'acme', repo: 'website' }

/** Starts a run by a commit. */
async function start(octokit: ReturnType<typeof checkedOctokit>) {
  await octokit.repos.createOrUpdateFileContents({ ...repo, path: 'a', message: 'A', content: 'YQ==' })
}

/** Asks for an identity token as `@actions/core` does. */
async function tokenOf(env: Readonly<Record<string, string>>, audience = ''): Promise<string> {
  const query = audience === '' ? '' : `&audience=${encodeURIComponent(audience)}`
  const headers = { authorization: `Bearer ${env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''}` }
  const response = await fetch(`${env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? ''}${query}`, { headers })
  const { value } = (await response.json()) as { value: string } // the vendor's answer
  return value
}

it.for([
  ['GET', '/_services/token/.well-known/openid-configuration', 200],
  ['GET', '/_services/token/.well-known/jwks', 200],
  ['GET', '/_services/token/request', 401],
] as const)('%s %s is answered to strangers with %s', async ([method, path, status], { codehost }) => {
  expect((await fetch(codehost.url + path, { method })).status).toBe(status)
})

describe('an identity token', () => {
  it('has the custom properties that the organization adds', async ({ codehost, octokit }) => {
    await start(octokit)
    const org = 'acme'
    const add = (custom_property_name: string) =>
      octokit.request('POST /orgs/{org}/actions/oidc/customization/properties/repo', { org, custom_property_name })
    await expect(add('team')).rejects.toMatchObject({ status: 400 })
    const property = { org, custom_property_name: 'team', value_type: 'string', required: false } as const
    await octokit.orgs.customPropertiesForReposCreateOrUpdateOrganizationDefinition(property)
    expect((await add('team')).data).toEqual({ custom_property_name: 'team', inclusion_source: 'organization' })
    await expect(add('team')).rejects.toMatchObject({ status: 422 })
    const claims = async () => decodeJwt(await tokenOf(codehost.jobEnvironment()))
    expect(await claims()).not.toHaveProperty('repo_property_team')
    const properties = [{ property_name: 'team', value: 'web' }]
    await octokit.orgs.customPropertiesForReposCreateOrUpdateOrganizationValues({
      org,
      repository_names: ['website'],
      properties,
    })
    expect(await claims()).toMatchObject({ repo_property_team: 'web' })
    expect(
      (await octokit.request('GET /orgs/{org}/actions/oidc/customization/properties/repo', { org })).data,
    ).toHaveLength(1)
    const one = { org, custom_property_name: 'team' }
    await octokit.request('DELETE /orgs/{org}/actions/oidc/customization/properties/repo/{custom_property_name}', one)
    await expect(
      octokit.request('DELETE /orgs/{org}/actions/oidc/customization/properties/repo/{custom_property_name}', one),
    ).rejects.toMatchObject({ status: 404 })
    expect(await claims()).not.toHaveProperty('repo_property_team')
  })

  it('is signed by the keys of its issuer, and tells of the run', async ({ codehost, octokit }) => {
    await start(octokit)
    const token = await tokenOf(codehost.jobEnvironment())
    const issuer = `${codehost.url}/_services/token`
    const discovery = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as { jwks_uri: string }
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(discovery.jwks_uri)), { issuer })
    expect(payload).toMatchObject({
      sub: 'repo:acme/website:ref:refs/heads/main',
      aud: `${codehost.url}/acme`,
      ref: 'refs/heads/main',
      repository: 'acme/website',
      actor: 'octocat',
      event_name: 'push',
      workflow: 'Deploy',
      workflow_ref: 'acme/website/.github/workflows/deploy.yml@refs/heads/main',
      runner_environment: 'github-hosted',
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
    const wrong = await fetch(`${issuer}/request`, { headers: { authorization: 'Bearer x.y.z' } })
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 'unauthenticated' }])
  })

  it('has a subject by the environment, and by the settings', async ({ codehost, octokit }) => {
    await start(octokit)
    const subject = async () => decodeJwt(await tokenOf(codehost.jobEnvironment({ job: 'live' }))).sub
    expect(await subject()).toBe('repo:acme/website:environment:live')
    await octokit.oidc.updateOidcCustomSubTemplateForOrg({
      org: 'acme',
      include_claim_keys: ['repository_owner', 'repo'],
    })
    expect(await subject()).toBe('repo:acme/website:environment:live')
    await octokit.actions.setCustomOidcSubClaimForRepo({ ...repo, use_default: false })
    expect(await subject()).toBe('repository_owner:acme:repo:acme/website')
    const own = { ...repo, use_default: false, include_claim_keys: ['context', 'actor'] }
    await octokit.actions.setCustomOidcSubClaimForRepo(own)
    expect(await subject()).toBe('environment:live:actor:octocat')
    const { data } = await octokit.actions.getCustomOidcSubClaimForRepo(repo)
    expect(data).toEqual({ use_default: false, include_claim_keys: ['context', 'actor'] })
    await expect(
      octokit.actions.setCustomOidcSubClaimForRepo({ ...own, include_claim_keys: ['nothing'] }),
    ).rejects.toMatchObject({ status: 422 })
    expect((await octokit.oidc.getOidcCustomSubTemplateForOrg({ org: 'acme' })).data.include_claim_keys).toEqual([
      'repository_owner',
      'repo',
    ])
  })

  it('lets a job assume a role of cloud', async ({ codehost, octokit }) => {
    await start(octokit)
    await using cloud = await createEmulator({
      service: 'cloud',
      port: 0,
      seed: { cloud: { iam: { roles: [{ role_name: 'deploy' }] } } },
    })
    const client = new STSClient({
      endpoint: cloud.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    })
    const { SubjectFromWebIdentityToken, AssumedRoleUser } = await client.send(
      new AssumeRoleWithWebIdentityCommand({
        RoleArn: 'arn:aws:iam::123456789012:role/deploy',
        RoleSessionName: 'job',
        WebIdentityToken: await tokenOf(codehost.jobEnvironment(), 'sts.amazonaws.com'),
      }),
    )
    expect(SubjectFromWebIdentityToken).toBe('repo:acme/website:ref:refs/heads/main')
    expect(AssumedRoleUser?.Arn).toBe('arn:aws:sts::123456789012:assumed-role/deploy/job')
  })
})
