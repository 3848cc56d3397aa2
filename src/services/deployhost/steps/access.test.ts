import { describe, expect } from 'vitest'
import { accountsTest, type Accounts } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

describe('a team that `teamId` or `slug` names', () => {
  const stranger = {
    status: 403,
    body: {
      error: {
        code: 'forbidden',
        message:
          'Not authorized: Trying to access resource under scope "zoo". ' +
          'You must re-authenticate to this scope or use a token with access to this scope.',
      },
    },
  }

  it('is refused to a stranger even when the answer is about the user', async ({ at }) => {
    for (const path of ['/v2/user', '/v2/teams', '/v2/teams/acme', '/v3/teams/acme/members', '/v6/user/tokens']) {
      expect([path, await at.call('GET', `${path}?slug=zoo`)]).toEqual([path, stranger])
      expect([path, (await at.call('GET', `${path}?slug=acme`)).status]).toEqual([path, 200])
      expect([path, (await at.call('GET', `${path}?slug=ada`)).status]).toEqual([path, 200])
    }
    expect(await at.call('PATCH', '/v2/user?slug=zoo', { body: { name: 'Z' } })).toEqual(stranger)
    expect(await at.call('POST', '/v3/user/tokens?slug=zoo', { body: { name: 'ci' } })).toEqual(stranger)
  })

  it('is the only account of a token created for it', async ({ at }) => {
    const { id: teamId } = (await at.call('GET', '/v2/teams/acme')).body
    await at.call('POST', '/v1/teams', { body: { slug: 'second' } })
    const { token, bearerToken } = await at
      .as('ada')
      .vercel.authentication.createAuthToken({ teamId, requestBody: { name: 'ci' } })
    expect(token.scopes).toMatchObject([{ type: 'team', teamId }])
    const asTeam = (path: string) => at.call('GET', path, { token: bearerToken })
    expect((await asTeam('/v9/projects/website?slug=acme')).status).toBe(200)
    expect((await asTeam('/v2/user')).status).toBe(200)
    expect((await asTeam('/v2/teams')).body.teams).toMatchObject([{ slug: 'acme' }])
    for (const path of ['/v10/projects', '/v10/projects?slug=second', '/v2/teams/second']) {
      expect([path, (await asTeam(path)).status]).toEqual([path, 403])
    }
    const wider = await at.call('POST', '/v3/user/tokens', { token: bearerToken, body: { name: 'wider' } })
    expect(wider.status).toBe(403)
    await at.call('DELETE', '/v1/teams/acme')
    expect((await asTeam('/v2/user')).status).toBe(403)
  })
})

describe('a contributor', () => {
  /** Makes zoe a contributor of acme who may change only the project website. */
  async function contributing(at: Accounts): Promise<void> {
    const { id: projectId } = (await at.call('GET', '/v9/projects/website?slug=acme')).body
    const projects = [{ projectId, role: 'PROJECT_DEVELOPER' }]
    const body = { email: 'zoe@example.com', role: 'CONTRIBUTOR', projects }
    expect((await at.call('POST', '/v2/teams/acme/members', { body })).status).toBe(200)
    await at.call('PATCH', '/v1/teams/acme/members/zoe', { body: { confirmed: true } })
  }

  const asZoe = (at: Accounts, method: string, path: string, body?: unknown) =>
    at.call(method, `${path}?slug=acme`, { token: 'zoe', body })

  it('deploys projects as their developer, with uploaded files', async ({ at }) => {
    await contributing(at)
    expect((await asZoe(at, 'POST', '/v2/files', 'hello')).status).toBe(200)
    const made = await asZoe(at, 'POST', '/v13/deployments', { name: 'website', target: 'production' })
    expect(made).toMatchObject({ status: 200, body: { name: 'website', creator: { username: 'zoe' } } })
    expect((await asZoe(at, 'PATCH', `/v12/deployments/${made.body.id}/cancel`)).status).toBe(200)
  })

  it('deploys no other project, and creates none by deploying', async ({ at }) => {
    await contributing(at)
    await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'other' } })
    for (const name of ['other', 'new']) {
      expect(await asZoe(at, 'POST', '/v13/deployments', { name })).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden' } },
      })
    }
    expect((await at.call('GET', '/v9/projects/new?slug=acme')).status).toBe(404)
    expect((await at.call('GET', '/v7/deployments?slug=acme')).body.deployments).toEqual([])
  })

  it('removes aliases and domains of projects as their developer, and moves none to other projects', async ({ at }) => {
    await contributing(at)
    await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'other' } })
    for (const name of ['website', 'other']) {
      await at.call('POST', '/v13/deployments?slug=acme', { body: { name, target: 'production' } })
    }
    at.deployhost.clock.advance('1s')
    expect((await asZoe(at, 'DELETE', '/v2/aliases/website.vercel.app')).status).toBe(200)
    expect((await asZoe(at, 'DELETE', '/v2/aliases/other.vercel.app')).status).toBe(403)
    const move = await asZoe(at, 'POST', '/v1/projects/website/domains/www.example.com/move', { projectId: 'other' })
    expect(move.status).toBe(403)
    expect((await asZoe(at, 'DELETE', '/v9/projects/website/domains/www.example.com')).status).toBe(200)
  })
})
