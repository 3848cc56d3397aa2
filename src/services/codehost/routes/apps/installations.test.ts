import { createOAuthAppAuth } from '@octokit/auth-oauth-app'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { installationToken, seedOfApps } from '#codehost/apps.fixture.ts'

const site = await codehostSite(({ url }) => seedOfApps(url))
const { it } = site
it.afterEach(takesNoOffence)

/** Checks that the app's deliveries match the vendor's description. */
async function takesNoOffence() {
  await site.codehost.webhooks.settled()
  expect(site.receiver.violations()).toEqual([])
}

const as = (token: string) => checkedOctokit(site.codehost, token).rest
const asUserOfApp = (login: string) => as(site.codehost.signIn({ login, clientId: 'Iv1.triage' }).token)

describe('the repositories of an installation', () => {
  it('are listed in pages, with their number and selection', async () => {
    const { apps } = as(await installationToken(site.codehost, 2001))
    const { data, headers } = await apps.listReposAccessibleToInstallation({ per_page: 1 })
    expect(data).toMatchObject({
      total_count: 2,
      repository_selection: 'selected',
      repositories: [{ full_name: 'acme/website', permissions: { admin: false, push: false, pull: false } }],
    })
    expect(headers.link).toContain('page=2')
    const all = as(await installationToken(site.codehost, 2002)).apps
    const { data: whole } = await all.listReposAccessibleToInstallation()
    expect(whole).toMatchObject({ total_count: 2, repository_selection: 'all' })
    await as('octocat').repos.createForAuthenticatedUser({ name: 'later' })
    expect((await all.listReposAccessibleToInstallation()).data.total_count).toBe(3)
  })

  it('lose deleted and transferred repositories', async () => {
    const token = await installationToken(site.codehost, 2001, { repositories: ['website', 'open'] })
    const { repos } = as('octocat')
    await repos.transfer({ owner: 'acme', repo: 'open', new_owner: 'octocat' })
    await repos.delete({ owner: 'acme', repo: 'website' }).catch(() => undefined)
    const { data } = await as(token).apps.listReposAccessibleToInstallation()
    expect(data.repositories.map(({ name }) => name)).not.toContain('open')
  })

  it('are listed with an installation’s token only', async () => {
    const message =
      'You must authenticate with an installation access token in order to list repositories for an installation.'
    for (const { apps } of [as('octocat'), asUserOfApp('octocat')]) {
      await expect(apps.listReposAccessibleToInstallation()).rejects.toMatchObject({
        status: 403,
        response: { data: { message } },
      })
    }
    await expect(checkedOctokit(site.codehost).rest.apps.listReposAccessibleToInstallation()).rejects.toMatchObject({
      status: 401,
    })
  })
})

describe('the installations of an organization', () => {
  it('are listed for its owners', async () => {
    const { data } = await as('octocat').orgs.listAppInstallations({ org: 'acme' })
    expect(data.total_count).toBe(2)
    expect(data.installations.map(({ app_slug }) => app_slug)).toEqual(['triage', 'other'])
    await expect(as('hubber').orgs.listAppInstallations({ org: 'acme' })).rejects.toMatchObject({ status: 403 })
  })
})

describe('the installations of a user', () => {
  it('are those of the app with which the user signed in, where the user has access', async () => {
    const { data } = await asUserOfApp('octocat').apps.listInstallationsForAuthenticatedUser()
    expect(data).toMatchObject({ total_count: 2, installations: [{ id: 2001 }, { id: 2002 }] })
    const { data: hubbers } = await asUserOfApp('hubber').apps.listInstallationsForAuthenticatedUser()
    expect(hubbers.installations.map(({ id }) => id)).toEqual([2001])
  })

  it('have the repositories that the user has access to', async () => {
    const { apps } = asUserOfApp('hubber')
    const { data } = await apps.listInstallationReposForAuthenticatedUser({ installation_id: 2001 })
    expect(data).toMatchObject({
      total_count: 2,
      repositories: [{ name: 'website', permissions: { pull: true, push: false } }, { name: 'open' }],
    })
    for (const installation_id of [2002, 2003, 4711]) {
      await expect(apps.listInstallationReposForAuthenticatedUser({ installation_id })).rejects.toMatchObject({
        status: 404,
      })
    }
  })

  it('are shown to tokens of a GitHub App only', async () => {
    const message =
      'You must authenticate with an access token authorized to a GitHub App in order to list installations'
    await expect(as('octocat').apps.listInstallationsForAuthenticatedUser()).rejects.toMatchObject({
      status: 403,
      response: { data: { message } },
    })
  })
})

describe('the selection of an installation', () => {
  const ids = async () => {
    const { data } = await as('octocat').repos.get({ owner: 'acme', repo: 'secret' })
    const { data: site } = await as('octocat').repos.get({ owner: 'acme', repo: 'website' })
    return { secret: data.id, website: site.id }
  }

  it('gains and loses repositories, and the app gets the events', async () => {
    const { secret, website } = await ids()
    const { apps } = as('octocat')
    const inPlace = { installation_id: 2001 }
    expect((await apps.addRepoToInstallationForAuthenticatedUser({ ...inPlace, repository_id: secret })).status).toBe(
      204,
    )
    const { issues } = as(await installationToken(site.codehost, 2001))
    expect((await issues.listForRepo({ owner: 'acme', repo: 'secret' })).data).toHaveLength(1)
    await apps.removeRepoFromInstallationForAuthenticatedUser({ ...inPlace, repository_id: website })
    await expect(issues.listForRepo({ owner: 'acme', repo: 'website' })).rejects.toMatchObject({ status: 404 })
    await site.codehost.webhooks.settled()
    expect(site.receiver.received.map(({ payload }) => payload)).toMatchObject([
      { action: 'added', repositories_added: [{ full_name: 'acme/secret' }], repositories_removed: [] },
      { action: 'removed', repositories_added: [], repositories_removed: [{ full_name: 'acme/website' }] },
    ])
    expect(site.receiver.received[0]).toMatchObject({ event: 'installation_repositories' })
    expect(site.receiver.received[0]?.payload).toMatchObject({
      installation: { id: 2001 },
      repository_selection: 'selected',
      sender: { login: 'octocat' },
    })
  })

  it('keeps a repository, and is only changed by the repository’s administrators', async () => {
    const { secret, website } = await ids()
    const inPlace = { installation_id: 2001 }
    const { apps } = as('octocat')
    const { data: open } = await as('octocat').repos.get({ owner: 'acme', repo: 'open' })
    await apps.removeRepoFromInstallationForAuthenticatedUser({ ...inPlace, repository_id: open.id })
    await expect(
      apps.removeRepoFromInstallationForAuthenticatedUser({ ...inPlace, repository_id: website }),
    ).rejects.toMatchObject({ status: 422 })
    await expect(
      apps.removeRepoFromInstallationForAuthenticatedUser({ ...inPlace, repository_id: secret }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      apps.removeRepoFromInstallationForAuthenticatedUser({ installation_id: 2003, repository_id: secret }),
    ).rejects.toMatchObject({ status: 422 })
    const addition = { ...inPlace, repository_id: secret }
    await expect(as('hubber').apps.addRepoToInstallationForAuthenticatedUser(addition)).rejects.toMatchObject({
      status: 403,
    })
    await expect(asUserOfApp('octocat').apps.addRepoToInstallationForAuthenticatedUser(addition)).rejects.toMatchObject(
      {
        status: 403,
      },
    )
  })
})

describe('signing in with a GitHub App', () => {
  it('uses the app’s own secret and callback addresses', async () => {
    const at = (redirect: string) =>
      `${site.codehost.url}/login/oauth/authorize?client_id=Iv1.triage&redirect_uri=${encodeURIComponent(redirect)}`
    const { code } = site.codehost.authorize({ url: at('http://localhost:3000/callback'), login: 'octocat' })
    expect(() => site.codehost.authorize({ url: at('http://evil.example/'), login: 'octocat' })).toThrow(
      /not registered/,
    )
    const exchange = (clientSecret: string) =>
      createOAuthAppAuth({
        clientType: 'github-app',
        clientId: 'Iv1.triage',
        clientSecret,
        request: checkedOctokit(site.codehost).request,
      })({ type: 'oauth-user', code })
    await expect(exchange('wrong')).rejects.toThrow(/client_id and\/or client_secret passed are incorrect/)
    const { token } = await exchange('triage-secret')
    expect(token).toMatch(/^ghu_/)
    expect((await as(token).apps.listInstallationsForAuthenticatedUser()).data.total_count).toBe(2)
  })
})
