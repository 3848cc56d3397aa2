import { SignJWT } from 'jose'
import { createPrivateKey } from 'node:crypto'
import { describe, expect } from 'vitest'
import { TEST_PRIVATE_KEY } from '#codehost/rules/apps/test-key.ts'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const permissions = {
  organization_personal_access_token_requests: 'write',
  organization_personal_access_tokens: 'write',
}

const site = await codehostSite((receiver) => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] } },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }],
        webhooks: [{ url: receiver.url, events: ['personal_access_token_request'] }],
      },
    ],
    repos: [
      { owner: 'acme', name: 'website' },
      { owner: 'acme', name: 'docs' },
    ],
    apps: [{ app_id: 1, slug: 'guard', permissions, installations: [{ installation_id: 10, account: 'acme' }] }],
  },
}))
const { it, octokit } = site

const org = 'acme'

/** Returns the client of the installed app. */
async function guard() {
  const now = Math.floor(Date.now() / 1000)
  const jwt = await new SignJWT({ iss: '1', iat: now - 30, exp: now + 500 })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(createPrivateKey(TEST_PRIVATE_KEY))
  const app = checkedOctokit(site.codehost, jwt).rest.apps
  const { data } = await app.createInstallationAccessToken({ installation_id: 10 })
  return checkedOctokit(site.codehost, data.token).rest
}

const ask = (more = {}) =>
  site.codehost.requestTokenAccess({
    org,
    user: 'hubber',
    name: 'deploy',
    reason: 'To deploy',
    permissions: { repository: { contents: 'read' } },
    repositories: ['website'],
    ...more,
  })

describe('fine-grained tokens', () => {
  it('ask for access, which an app approves', async () => {
    const { requestId, tokenId } = ask()
    const { orgs } = await guard()
    const { data } = await orgs.listPatGrantRequests({ org })
    expect(data).toMatchObject([
      {
        id: requestId,
        reason: 'To deploy',
        owner: { login: 'hubber' },
        repository_selection: 'subset',
        permissions: { repository: { contents: 'read' } },
        token_id: tokenId,
        token_name: 'deploy',
        token_expired: false,
      },
    ])
    const one = { org, pat_request_id: requestId }
    const { data: repos } = await orgs.listPatGrantRequestRepositories(one)
    expect(repos.map(({ name }) => name)).toEqual(['website'])
    await orgs.reviewPatGrantRequest({ ...one, action: 'approve' })
    expect((await orgs.listPatGrantRequests({ org })).data).toEqual([])
    const { data: grants } = await orgs.listPatGrants({ org })
    expect(grants).toMatchObject([{ token_id: tokenId, access_granted_at: expect.any(String) }])
    const id = grants[0]?.id ?? 0
    expect((await orgs.listPatGrantRepositories({ org, pat_id: id })).data).toHaveLength(1)
    await orgs.updatePatAccess({ org, pat_id: id, action: 'revoke' })
    expect((await orgs.listPatGrants({ org })).data).toEqual([])
    expect(await site.events()).toEqual([
      'personal_access_token_request.created',
      'personal_access_token_request.approved',
    ])
  })

  it('are reviewed and revoked several at once', async () => {
    const first = ask()
    ask({ name: 'all', repositories: undefined, expiresAt: new Date('2020-01-01') })
    const { orgs } = await guard()
    const { data } = await orgs.listPatGrantRequests({ org, direction: 'asc' })
    expect(data.map((each) => [each.repository_selection, each.token_expired])).toEqual([
      ['subset', false],
      ['all', true],
    ])
    expect((await orgs.listPatGrantRequests({ org, repository: 'docs' })).data).toHaveLength(1)
    expect((await orgs.listPatGrantRequests({ org, permission: 'issues' })).data).toEqual([])
    await orgs.reviewPatGrantRequestsInBulk({ org, pat_request_ids: [first.requestId], action: 'deny' })
    await orgs.reviewPatGrantRequestsInBulk({ org, action: 'approve' })
    const { data: grants } = await orgs.listPatGrants({ org })
    expect(grants.map(({ token_name }) => token_name)).toEqual(['all'])
    await orgs.updatePatAccesses({ org, pat_ids: grants.map(({ id }) => id), action: 'revoke' })
    expect((await orgs.listPatGrants({ org })).data).toEqual([])
  })

  it('are for apps to review, not for tokens of users', async () => {
    const { requestId } = ask()
    await expect(octokit().orgs.listPatGrantRequests({ org })).rejects.toMatchObject({ status: 403 })
    const { orgs } = await guard()
    await orgs.reviewPatGrantRequest({ org, pat_request_id: requestId, action: 'deny' })
    const again = orgs.reviewPatGrantRequest({ org, pat_request_id: requestId, action: 'deny' })
    await expect(again).rejects.toMatchObject({ status: 404 })
    expect(() => ask({ repositories: ['none'] })).toThrow('acme has no repository none')
    expect(() => ask({ org: 'hubber' })).toThrow('hubber is not an organization')
  })
})
