import * as methods from '@octokit/oauth-methods'
import { Octokit } from '@octokit/core'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { describeViolations } from '#testkit/github-description.ts'
import { seedOfApps } from '#codehost/apps.fixture.ts'

const site = await codehostSite(({ url }) => seedOfApps(url))
const { it, octokit } = site

const app = { clientType: 'github-app', clientId: 'Iv1.triage', clientSecret: 'triage-secret' } as const
const vendor = () => new Octokit({ baseUrl: site.codehost.url }).request
const fresh = () => site.codehost.signIn({ login: 'octocat', clientId: app.clientId }).token

/** Narrows a new token, and returns the answer. */
const narrow = (narrowing: object) =>
  methods.scopeToken({ ...app, token: fresh(), request: vendor(), target: 'acme', ...narrowing })

describe('apps/scope-token', () => {
  it('gives a user’s app token that reaches some repositories with some permissions', async () => {
    const { data, authentication } = await narrow({ repositories: ['website'], permissions: { issues: 'read' } })
    expect(describeViolations('POST', '/applications/{client_id}/token/scoped', 200, data)).toBe('')
    expect(data).toMatchObject({
      user: { login: 'octocat' },
      installation: {
        repository_selection: 'selected',
        permissions: { issues: 'read', metadata: 'read' },
        account: { login: 'acme' },
      },
    })
    const { issues } = octokit(authentication.token)
    const website = { owner: 'acme', repo: 'website' }
    expect((await issues.listForRepo(website)).status).toBe(200)
    await expect(issues.create({ ...website, title: 'No' })).rejects.toMatchObject({ status: 403 })
    await expect(octokit(authentication.token).repos.get({ owner: 'acme', repo: 'secret' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('leaves the first token as it is, and the new one can be checked and ended', async () => {
    const whole = fresh()
    const { authentication } = await methods.scopeToken({
      ...app,
      token: whole,
      request: vendor(),
      target: 'acme',
      permissions: { issues: 'read' },
    })
    expect(authentication.token).not.toBe(whole)
    const check = (token: string) => methods.checkToken({ ...app, token, request: vendor() })
    expect((await check(authentication.token)).data.installation).toMatchObject({ account: { login: 'acme' } })
    expect((await check(whole)).data).not.toHaveProperty('installation')
    await methods.deleteToken({ ...app, token: authentication.token, request: vendor() })
    await expect(check(authentication.token)).rejects.toMatchObject({ status: 404 })
  })

  it('gives no more than the installation has', async () => {
    await expect(narrow({ permissions: { administration: 'write' } })).rejects.toMatchObject({ status: 422 })
    await expect(narrow({ repositories: ['nowhere'] })).rejects.toMatchObject({ status: 422 })
    await expect(narrow({ target: 'hubber' })).rejects.toMatchObject({ status: 404 })
    await expect(narrow({ target: undefined })).rejects.toMatchObject({ status: 422 })
  })
})
