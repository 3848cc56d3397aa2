import { App } from '@octokit/app'
import { createAppAuth } from '@octokit/auth-app'
import { App as OctokitApp, Octokit } from 'octokit'
import { createProbot } from 'probot'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { installationToken, jwt, seedOfApps } from '#codehost/apps.fixture.ts'
import { TEST_PRIVATE_KEY } from '#codehost/rules/apps/test-key.ts'

const site = await codehostSite(({ url }) => seedOfApps(url))
const { it } = site
it.afterEach(takesNoOffence)

/** Checks that the app's deliveries match the vendor's description. */
async function takesNoOffence() {
  await site.codehost.webhooks.settled()
  expect(site.receiver.violations()).toEqual([])
}

const asApp = async (iss = 1001) => checkedOctokit(site.codehost, await jwt({ iss })).rest.apps
const asUser = (token: string) => checkedOctokit(site.codehost, token).rest

async function received() {
  await site.codehost.webhooks.settled()
  return site.receiver.received.map(({ event, payload }) => `${event}.${String(payload['action'])}`)
}

describe('an app', () => {
  it('is shown to itself with the number of its installations, and publicly by its slug', async () => {
    const { data: own } = await (await asApp()).getAuthenticated()
    expect(own).toMatchObject({
      id: 1001,
      slug: 'triage',
      name: 'Triage',
      client_id: 'Iv1.triage',
      owner: { login: 'octocat' },
      html_url: `${site.codehost.url}/apps/triage`,
      permissions: { metadata: 'read', issues: 'write', contents: 'read' },
      events: ['issues', 'issue_comment'],
      installations_count: 2,
    })
    const { data: shown } = await checkedOctokit(site.codehost).rest.apps.getBySlug({ app_slug: 'Triage' })
    expect(shown).toMatchObject({ id: 1001, slug: 'triage' })
    expect(shown).not.toHaveProperty('installations_count')
    await expect(checkedOctokit(site.codehost).rest.apps.getBySlug({ app_slug: 'none' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('has a bot account', async () => {
    const { data } = await asUser('octocat').users.getByUsername({ username: 'triage[bot]' })
    expect(data).toMatchObject({ login: 'triage[bot]', type: 'Bot', html_url: `${site.codehost.url}/apps/triage` })
  })
})

describe('installations of an app', () => {
  it('are listed in pages, and since a time', async () => {
    // The vendor's description requires an account to be both a user and an enterprise here, which no answer can
    // satisfy.
    const apps = new Octokit({ baseUrl: site.codehost.url, auth: await jwt(), throttle: { enabled: false } }).rest.apps
    expect((await apps.listInstallationRequestsForAuthenticatedApp()).data).toEqual([])
    const { data, headers } = await apps.listInstallations({ per_page: 1, page: 2 })
    expect(data).toEqual([(await (await asApp()).getInstallation({ installation_id: 2002 })).data])
    expect(headers.link).toContain('rel="prev"')
    const since = new Date(site.codehost.clock.now() + 60_000).toISOString()
    expect((await apps.listInstallations({ since })).data).toEqual([])
    site.codehost.clock.advance('2m')
    const later = {
      iat: Math.floor(site.codehost.clock.now() / 1000),
      exp: Math.floor(site.codehost.clock.now() / 1000) + 60,
    }
    const ahead = new Octokit({ baseUrl: site.codehost.url, auth: await jwt(later), throttle: { enabled: false } }).rest
      .apps
    await ahead.suspendInstallation({ installation_id: 2002 })
    expect((await ahead.listInstallations({ since })).data.map(({ id }) => id)).toEqual([2002])
  })

  it('have their account, permissions and settings page', async () => {
    const { data } = await (await asApp()).getInstallation({ installation_id: 2001 })
    for (const at of [data.created_at, data.updated_at]) expect(at).toMatch(/T\d\d:\d\d:\d\d\.000Z$/)
    expect(data).toMatchObject({
      id: 2001,
      app_id: 1001,
      app_slug: 'triage',
      account: { login: 'acme', type: 'Organization' },
      target_type: 'Organization',
      repository_selection: 'selected',
      permissions: { issues: 'write', metadata: 'read' },
      events: ['issues', 'issue_comment'],
      html_url: `${site.codehost.url}/organizations/acme/settings/installations/2001`,
      access_tokens_url: `${site.codehost.url}/app/installations/2001/access_tokens`,
      repositories_url: `${site.codehost.url}/installation/repositories`,
      suspended_at: null,
      suspended_by: null,
    })
  })

  it('of another app are not found', async () => {
    const apps = await asApp()
    for (const installation_id of [2003, 4711]) {
      await expect(apps.getInstallation({ installation_id })).rejects.toMatchObject({ status: 404 })
      await expect(apps.createInstallationAccessToken({ installation_id })).rejects.toMatchObject({ status: 404 })
      await expect(apps.deleteInstallation({ installation_id })).rejects.toMatchObject({ status: 404 })
    }
  })

  it('are found by organization, user and repository', async () => {
    const apps = await asApp()
    expect((await apps.getOrgInstallation({ org: 'acme' })).data.id).toBe(2001)
    expect((await apps.getUserInstallation({ username: 'octocat' })).data.id).toBe(2002)
    expect((await apps.getRepoInstallation({ owner: 'acme', repo: 'website' })).data.id).toBe(2001)
    const missing = [
      apps.getRepoInstallation({ owner: 'acme', repo: 'secret' }),
      apps.getRepoInstallation({ owner: 'acme', repo: 'none' }),
      apps.getOrgInstallation({ org: 'octocat' }),
      apps.getUserInstallation({ username: 'hubber' }),
    ]
    await Promise.all(missing.map((each) => expect(each).rejects.toMatchObject({ status: 404 })))
  })

  it('are looked up by their own app only', async () => {
    await expect(asUser('octocat').apps.getRepoInstallation({ owner: 'acme', repo: 'website' })).rejects.toMatchObject({
      status: 401,
      response: { data: { message: 'A JSON web token could not be decoded' } },
    })
  })

  it('are deleted with their tokens, and the app gets the event', async () => {
    const token = await installationToken(site.codehost, 2001)
    expect((await (await asApp()).deleteInstallation({ installation_id: 2001 })).status).toBe(204)
    await expect(asUser(token).repos.get({ owner: 'acme', repo: 'website' })).rejects.toMatchObject({ status: 401 })
    await expect((await asApp()).getInstallation({ installation_id: 2001 })).rejects.toMatchObject({ status: 404 })
    expect(await received()).toEqual(['installation.deleted'])
    expect(site.receiver.received[0]?.payload).toMatchObject({
      installation: { id: 2001, account: { login: 'acme' } },
      repositories: [{ full_name: 'acme/website', private: true }, { full_name: 'acme/open' }],
      sender: { login: 'triage[bot]', type: 'Bot' },
    })
  })

  it('are refused everything while suspended', async () => {
    const token = await installationToken(site.codehost, 2001)
    const apps = await asApp()
    await apps.suspendInstallation({ installation_id: 2001 })
    const { data } = await apps.getInstallation({ installation_id: 2001 })
    expect(data).toMatchObject({ suspended_by: { login: 'octocat' }, suspended_at: expect.any(String) })
    const refusal = { status: 403, response: { data: { message: 'This installation has been suspended' } } }
    await expect(apps.createInstallationAccessToken({ installation_id: 2001 })).rejects.toMatchObject(refusal)
    await expect(asUser(token).issues.listForRepo({ owner: 'acme', repo: 'website' })).rejects.toMatchObject(refusal)
    await asUser('octocat').issues.create({ owner: 'acme', repo: 'website', title: 'Unheard' })
    await apps.unsuspendInstallation({ installation_id: 2001 })
    expect((await asUser(token).issues.listForRepo({ owner: 'acme', repo: 'website' })).data).toHaveLength(2)
    expect(await received()).toEqual(['installation.suspend', 'installation.unsuspend'])
  })

  it('are created as by a user on the app’s page', async () => {
    const apps = await asApp()
    await apps.deleteInstallation({ installation_id: 2001 })
    const { installationId } = site.codehost.installApp({ app: 'triage', account: 'acme', repositories: ['secret'] })
    expect((await apps.getRepoInstallation({ owner: 'acme', repo: 'secret' })).data.id).toBe(installationId)
    expect(await received()).toEqual(['installation.deleted', 'installation.created'])
    expect(site.receiver.received[1]?.payload).toMatchObject({
      installation: { id: installationId, repository_selection: 'selected' },
      repositories: [{ full_name: 'acme/secret' }],
      sender: { login: 'octocat' },
    })
    expect(() => site.codehost.installApp({ app: 'triage', account: 'acme' })).toThrow('is installed for acme already')
    expect(() => site.codehost.installApp({ app: 'triaje', account: 'acme' })).toThrow('there are triage, other')
    expect(() => site.codehost.installApp({ app: 'triage', account: 'hubber', repositories: ['x'] })).toThrow(
      'there is none',
    )
  })
})

describe('a token of an installation', () => {
  it('has the installation’s permissions, for an hour of the clock', async () => {
    const { data, status } = await (await asApp()).createInstallationAccessToken({ installation_id: 2001 })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      token: expect.stringMatching(/^ghs_[0-9A-Za-z]{36}$/),
      permissions: { issues: 'write', metadata: 'read' },
      repository_selection: 'selected',
    })
    expect(data).not.toHaveProperty('repositories')
    expect(Date.parse(data.expires_at) - site.codehost.clock.now()).toBeCloseTo(3_600_000, -4)
    site.codehost.clock.advance('59m')
    expect((await asUser(data.token).repos.get({ owner: 'acme', repo: 'website' })).status).toBe(200)
    site.codehost.clock.advance('1m')
    await expect(asUser(data.token).repos.get({ owner: 'acme', repo: 'website' })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('can be restricted to repositories by name and by id', async () => {
    const apps = await asApp()
    const { data: named } = await apps.createInstallationAccessToken({
      installation_id: 2001,
      repositories: ['Website'],
    })
    expect(named).toMatchObject({
      repository_selection: 'selected',
      repositories: [{ full_name: 'acme/website', permissions: { admin: false, push: false, pull: false } }],
    })
    const id = named.repositories?.[0]?.id ?? 0
    const { data } = await apps.createInstallationAccessToken({ installation_id: 2001, repository_ids: [id] })
    expect(data.repositories).toMatchObject([{ id }])
    const listed = await asUser(data.token).apps.listReposAccessibleToInstallation()
    expect(listed.data).toMatchObject({ total_count: 1, repository_selection: 'selected', repositories: [{ id }] })
    await expect(asUser(data.token).issues.create({ owner: 'acme', repo: 'open', title: 'x' })).rejects.toMatchObject({
      status: 403,
    })
  })

  it('cannot be restricted to repositories outside the installation', async () => {
    const apps = await asApp()
    const message =
      'There is at least one repository that does not exist or is not accessible to the parent installation.'
    for (const narrowing of [
      { repositories: ['secret'] },
      { repositories: ['website', 'none'] },
      { repository_ids: [4711] },
    ]) {
      await expect(apps.createInstallationAccessToken({ installation_id: 2001, ...narrowing })).rejects.toMatchObject({
        status: 422,
        response: { data: { message } },
      })
    }
  })

  it('can be restricted to fewer permissions, not more', async () => {
    const apps = await asApp()
    const narrow = (permissions: Record<string, 'read' | 'write'>) =>
      apps.createInstallationAccessToken({ installation_id: 2001, permissions })
    const { data } = await narrow({ issues: 'read' })
    expect(data.permissions).toEqual({ issues: 'read', metadata: 'read' })
    await expect(
      asUser(data.token).issues.create({ owner: 'acme', repo: 'website', title: 'x' }),
    ).rejects.toMatchObject({
      status: 403,
    })
    await expect(narrow({ secrets: 'read' })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'The permissions requested are not granted to this installation.' } },
    })
    await expect(narrow({ contents: 'write' })).rejects.toMatchObject({
      status: 422,
      response: {
        data: { message: 'The level of access for permissions requested are not granted to this installation.' },
      },
    })
  })

  it('can only be revoked by itself', async () => {
    const token = await installationToken(site.codehost, 2001)
    expect((await asUser(token).apps.revokeInstallationAccessToken()).status).toBe(204)
    await expect(asUser(token).apps.revokeInstallationAccessToken()).rejects.toMatchObject({ status: 401 })
    await expect(asUser('octocat').apps.revokeInstallationAccessToken()).rejects.toMatchObject({ status: 403 })
  })

  it('is accepted through Basic too, as git and older clients send it', async () => {
    const token = await installationToken(site.codehost, 2001)
    const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
    const request = new Request(`${site.codehost.url}/repos/acme/website`, { headers: { authorization } })
    expect((await site.codehost.fetch(request)).status).toBe(200)
  })
})

describe('the webhook of an app', () => {
  it('is configured by the app, with its secret masked by asterisks', async () => {
    const apps = await asApp()
    const { data } = await apps.getWebhookConfigForApp()
    expect(data).toEqual({ content_type: 'json', insecure_ssl: '0', secret: '********', url: site.receiver.url })
    const changed = await apps.updateWebhookConfigForApp({ content_type: 'form', secret: 'new' })
    expect(changed.data).toMatchObject({ content_type: 'form', url: site.receiver.url })
    await asUser('octocat').issues.create({ owner: 'acme', repo: 'website', title: 'By form' })
    expect(await received()).toEqual(['issues.opened'])
    expect(site.receiver.received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect((await (await asApp(1002)).getWebhookConfigForApp()).data).toEqual({
      content_type: 'json',
      insecure_ssl: '0',
    })
  })

  it('gets the app’s events of an installation’s repositories, with the installation', async () => {
    const { issues } = asUser('octocat')
    for (const repo of ['website', 'secret']) await issues.create({ owner: 'acme', repo, title: 'New' })
    await issues.createLabel({ owner: 'acme', repo: 'website', name: 'ci' })
    expect(await received()).toEqual(['issues.opened'])
    const [first] = site.receiver.received
    expect(first?.payload).toMatchObject({ installation: { id: 2001 }, repository: { name: 'website' } })
    expect(first?.headers).toMatchObject({
      'x-github-hook-installation-target-type': 'integration',
      'x-github-hook-installation-target-id': '1001',
    })
  })

  it('stores its deliveries, which can be sent again', async () => {
    site.receiver.status = 500
    await asUser('octocat').issues.create({ owner: 'acme', repo: 'website', title: 'New' })
    await site.codehost.webhooks.settled()
    const apps = await asApp()
    const { data } = await apps.listWebhookDeliveries()
    expect(data).toMatchObject([{ event: 'issues', action: 'opened', status_code: 500, installation_id: 2001 }])
    const delivery_id = data[0]?.id ?? 0
    expect((await apps.getWebhookDelivery({ delivery_id })).data.request.payload).toMatchObject({ action: 'opened' })
    site.receiver.status = 200
    expect((await apps.redeliverWebhookDelivery({ delivery_id })).status).toBe(202)
    await site.codehost.webhooks.settled()
    expect((await apps.listWebhookDeliveries({ status: 'success' })).data).toMatchObject([{ redelivery: true }])
    await expect((await asApp(1002)).getWebhookDelivery({ delivery_id })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the vendor’s clients', () => {
  const options = () => ({
    appId: 1001,
    privateKey: TEST_PRIVATE_KEY,
    oauth: { clientId: 'Iv1.triage', clientSecret: 'triage-secret' },
    webhooks: { secret: 'hush' },
    Octokit: Octokit.defaults({ baseUrl: site.codehost.url, throttle: { enabled: false } }),
  })

  it.for([
    ['@octokit/app', App],
    ['octokit', OctokitApp],
  ] as const)('%s iterates over installations and repositories', async ([_name, Client]) => {
    const app = new Client(options())
    const { data } = await app.octokit.request('GET /app')
    expect(data?.slug).toBe('triage')
    const seen: string[] = []
    for await (const { installation } of app.eachInstallation.iterator()) seen.push(String(installation.id))
    for await (const { repository } of app.eachRepository.iterator()) seen.push(repository.full_name)
    expect(seen).toEqual(['2001', '2002', 'acme/website', 'acme/open', 'octocat/hello-world', 'octocat/diary'])
    const octokit = await app.getInstallationOctokit(2001)
    const { data: issue } = await octokit.request('POST /repos/{owner}/{repo}/issues', {
      owner: 'acme',
      repo: 'website',
      title: 'By an app',
    })
    expect(issue).toMatchObject({ user: { login: 'triage[bot]', type: 'Bot' }, performed_via_github_app: { id: 1001 } })
  })

  it('@octokit/app receives the webhook and answers as its installation', async () => {
    const app = new App(options())
    const done = new Promise<void>((resolve, reject) => {
      app.webhooks.onError(reject)
      app.webhooks.on('issues.opened', async ({ octokit, payload }) => {
        await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          owner: payload.repository.owner.login,
          repo: payload.repository.name,
          issue_number: payload.issue.number,
          body: 'Thanks',
        })
        resolve()
      })
    })
    await asUser('hubber').issues.create({ owner: 'acme', repo: 'website', title: 'Hello' })
    await site.codehost.webhooks.settled()
    const [delivery] = site.receiver.received
    await app.webhooks.verifyAndReceive({
      id: String(delivery?.headers['x-github-delivery']),
      name: 'issues',
      payload: delivery?.body ?? '',
      signature: String(delivery?.headers['x-hub-signature-256']),
    })
    await done
    const { data } = await asUser('octocat').issues.listComments({ owner: 'acme', repo: 'website', issue_number: 2 })
    expect(data).toMatchObject([{ body: 'Thanks', user: { login: 'triage[bot]' } }])
  })

  it('@octokit/auth-app restricts tokens, and adjusts to the clock of the instance', async () => {
    const octokit = new Octokit({
      baseUrl: site.codehost.url,
      authStrategy: createAppAuth,
      auth: { appId: 'Iv1.triage', privateKey: TEST_PRIVATE_KEY },
      log: { debug() {}, info() {}, warn() {}, error() {} },
      throttle: { enabled: false },
      retry: { enabled: false },
    })
    const auth = (await octokit.auth({
      type: 'installation',
      installationId: 2001,
      repositoryNames: ['website'],
      permissions: { issues: 'read' },
    })) as { repositoryNames: string[]; permissions: unknown } // the type that the strategy documents for installations
    expect(auth).toMatchObject({ repositoryNames: ['website'], permissions: { issues: 'read' } })
    site.codehost.clock.advance('1d')
    expect((await octokit.request('GET /app')).data?.slug).toBe('triage')
  })
  it('probot answers the webhook that it receives', async () => {
    const probot = createProbot({
      env: {
        APP_ID: '1001',
        PRIVATE_KEY: TEST_PRIVATE_KEY,
        WEBHOOK_SECRET: 'hush',
        LOG_LEVEL: 'fatal',
        GHE_HOST: site.codehost.env['GHE_HOST'],
        GHE_PROTOCOL: site.codehost.env['GHE_PROTOCOL'],
      },
    })
    await probot.load((robot) => {
      robot.on('issues.opened', async (context) => {
        await context.octokit.rest.issues.createComment(context.issue({ body: 'Thanks' }))
      })
    })
    await asUser('hubber').issues.create({ owner: 'acme', repo: 'website', title: 'Hello' })
    await site.codehost.webhooks.settled()
    const [delivery] = site.receiver.received
    await probot.webhooks.verifyAndReceive({
      id: String(delivery?.headers['x-github-delivery']),
      name: 'issues',
      payload: delivery?.body ?? '',
      signature: String(delivery?.headers['x-hub-signature-256']),
    })
    const { data } = await asUser('octocat').issues.listComments({ owner: 'acme', repo: 'website', issue_number: 2 })
    expect(data).toMatchObject([{ body: 'Thanks', user: { login: 'triage[bot]', type: 'Bot' } }])
  })
})
