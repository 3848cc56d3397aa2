import { Readable } from 'node:stream'
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { createClerkClient } from '@clerk/backend'
import { Octokit } from '@octokit/rest'
import { Vercel } from '@vercel/sdk'
import { HTTPClient } from '@vercel/sdk/lib/http.js'
import { decodeIdToken, Google, MicrosoftEntraId } from 'arctic'
import * as openid from 'openid-client'
import { Resend } from 'resend'
import { Stripe } from 'stripe'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts'
import { findService } from './find-service.ts'
import { starterContent } from './starter.ts'
import { fetchAtHost } from './thread/fetch-at-host.ts'
import type { ServiceId } from './registry.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The code verifier of the clients. */
const VERIFIER = 'verifier-verifier-verifier-verifier-verifier'

/** Starts a service with its starter seed at its vendor's hosts. */
async function startReal<S extends ServiceId>(
  service: S,
  options: Partial<EmulatorOptions<S>> = {},
): Promise<Emulator<S>> {
  const definition = await findService(service)
  if (definition === undefined) throw new Error(`there is no service ${service}`)
  const seed = await starterContent(definition)
  return createEmulator({ service, port: 0, seed, hosts: 'real', ...options } as EmulatorOptions<S>) as Promise<
    Emulator<S>
  > // the service is the one that was asked for
}

/** Makes every `fetch` of a client go to an emulator. */
function fetchFrom({ fetch }: Pick<Emulator, 'fetch'>): void {
  vi.stubGlobal('fetch', fetch)
}

const jsonOf = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown> // every answer here is an object

describe('codehost at the vendor’s hosts', () => {
  it('gives octokit the URLs of the vendor, each of which it answers', async () => {
    await using codehost = await startReal('codehost')
    const octokit = new Octokit({ auth: codehost.env['GITHUB_TOKEN'], request: { fetch: codehost.fetch } })
    const repo = { owner: 'octocat', repo: 'hello-world' }
    const { data: repository } = await octokit.repos.get(repo)
    expect(repository).toMatchObject({
      url: 'https://api.github.com/repos/octocat/hello-world',
      html_url: 'https://github.com/octocat/hello-world',
      clone_url: 'https://github.com/octocat/hello-world.git',
      ssh_url: 'git@github.com:octocat/hello-world.git',
    })
    expect(repository.owner.avatar_url).toMatch(/^https:\/\/avatars\.githubusercontent\.com\/u\/\d+\?v=4$/)
    const { data: release } = await octokit.repos.createRelease({ ...repo, tag_name: 'v1' })
    expect(release.upload_url).toBe(
      `https://uploads.github.com/repos/octocat/hello-world/releases/${release.id}/assets{?name,label}`,
    )
    const { data: asset } = await octokit.repos.uploadReleaseAsset({
      ...repo,
      release_id: release.id,
      name: 'a.txt',
      data: 'bytes',
    })
    expect(asset.browser_download_url).toBe('https://github.com/octocat/hello-world/releases/download/v1/a.txt')
    expect(await (await codehost.fetch(asset.browser_download_url)).text()).toBe('bytes')
    const { headers } = await octokit.issues.listForRepo({ ...repo, per_page: 1, state: 'all' })
    expect(headers.link ?? 'https://api.github.com/').toContain('https://api.github.com/')
  })

  it('sends webhooks with the URLs of the vendor', async () => {
    await using codehost = await startReal('codehost')
    const octokit = new Octokit({ auth: codehost.env['GITHUB_TOKEN'], request: { fetch: codehost.fetch } })
    const repo = { owner: 'octocat', repo: 'hello-world' }
    await octokit.repos.createWebhook({
      ...repo,
      events: ['issues'],
      config: { url: 'http://127.0.0.1:9/hook', content_type: 'json' },
    })
    await octokit.issues.create({ ...repo, title: 'A bug' })
    const { request } = await codehost.webhooks.next('issues')
    expect(request.body).toContain('"html_url":"https://github.com/octocat/hello-world/issues/')
    expect(request.body).toContain('"url":"https://api.github.com/repos/octocat/hello-world"')
    expect(request.body).not.toContain(codehost.url)
  })

  it('answers at them over the network too, as for an instance in another thread', async () => {
    await using codehost = await startReal('codehost')
    const body = JSON.stringify({ title: 'From here' })
    const headers = { authorization: `Bearer ${codehost.env['GITHUB_TOKEN']}`, 'content-type': 'application/json' }
    const url = 'https://api.github.com/repos/octocat/hello-world/issues'
    const at = { host: '127.0.0.1', port: codehost.port }
    const answer = await fetchAtHost(new Request(url, { method: 'POST', body, headers }), 'api.github.com', at)
    expect(answer.headers.get('location') ?? (await jsonOf(answer))['url']).toBe(`${url}/2`)
    expect((await fetchAtHost(new Request('https://github.com/octocat'), 'github.com', at)).status).toBe(501)
    const elsewhere = fetchAtHost(new Request('https://github.com/'), 'example.com', at)
    expect((await elsewhere).status).toBe(421)
  })

  it('tells pages of the site from operations of the API', async () => {
    await using codehost = await startReal('codehost')
    expect((await codehost.fetch('https://api.github.com/octocat')).status).toBe(200)
    expect((await codehost.fetch('https://github.com/octocat')).status).toBe(501)
    const query = 'client_id=anything&redirect_uri=http://localhost:3000/callback'
    const page = await codehost.fetch(`https://github.com/login/oauth/authorize?${query}`)
    expect(page.headers.get('content-type')).toContain('text/html')
  })
})

describe('payments at the vendor’s hosts', () => {
  it('gives each of its pages the host of the vendor', async () => {
    await using payments = await startReal('payments')
    const stripe = new Stripe('sk_test_backlot', { httpClient: Stripe.createFetchHttpClient(payments.fetch) })
    const { data: prices } = await stripe.prices.list()
    const price = prices[0]?.id ?? ''
    const customer = (await stripe.customers.list()).data[0]?.id ?? ''
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://shop.test/done',
    })
    expect(session.url).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_test_/)
    const link = await stripe.paymentLinks.create({ line_items: [{ price, quantity: 1 }] })
    expect(link.url).toMatch(/^https:\/\/buy\.stripe\.com\/test_/)
    const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'https://shop.test' })
    expect(portal.url).toMatch(/^https:\/\/billing\.stripe\.com\/p\/session\/test_/)
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      return_url: 'https://shop.test/back',
      expand: ['latest_charge'],
    })
    const { receipt_url: receipt } = intent.latest_charge as Stripe.Charge // it is expanded
    expect(receipt).toMatch(/^https:\/\/pay\.stripe\.com\/receipts\//)
    const challenged = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_threeDSecure2Required',
      return_url: 'https://shop.test/back',
    })
    const bank = challenged.next_action?.redirect_to_url?.url ?? ''
    expect(bank).toMatch(/^https:\/\/hooks\.stripe\.com\/3ds\//)
    for (const url of [session.url, portal.url, receipt, bank]) {
      expect((await payments.fetch(url ?? '')).status, url ?? '').toBe(200)
    }
    expect((await payments.fetch(link.url)).headers.get('location')).toMatch(
      /^https:\/\/checkout\.stripe\.com\/c\/pay\//,
    )
    const library = await (await payments.fetch('https://js.stripe.com/v3/')).text()
    expect(library).toContain('SERVED_ORIGIN="https://js.stripe.com",SERVED_API="https://api.stripe.com"')
  })
})

describe('cloud at the vendor’s hosts', () => {
  const handlerOf = (cloud: Emulator): { handle(request: unknown): Promise<{ response: unknown }> } => ({
    async handle(request) {
      const { protocol, hostname, path, query, method, headers, body } = request as {
        readonly protocol: string
        readonly hostname: string
        readonly path: string
        readonly query: Record<string, string>
        readonly method: string
        readonly headers: Record<string, string>
        readonly body: BodyInit | undefined
      } // the form that the SDK gives its handlers
      const search = new URLSearchParams(query).toString()
      const url = `${protocol}//${hostname}${path}${search === '' ? '' : `?${search}`}`
      const answer = await cloud.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
      const content = Buffer.from(await answer.arrayBuffer())
      const response = {
        statusCode: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Readable.from([content]),
      }
      return { response }
    },
  })
  const optionsOf = (cloud: Emulator, region = 'eu-west-1') => ({
    region,
    credentials: {
      accessKeyId: cloud.env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: cloud.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
    maxAttempts: 1,
    requestHandler: handlerOf(cloud) as never, // it has the one method that the SDK calls
  })
  const strict = { cloud: { strict_auth: true, region: 'eu-west-1' } }

  it('takes a bucket from the host, verifies signatures over it, and names it in Location', async () => {
    await using cloud = await startReal('cloud', { seed: strict })
    expect(cloud.env).not.toHaveProperty('AWS_ENDPOINT_URL')
    const s3 = new S3Client(optionsOf(cloud))
    const at = { Bucket: 'my-files', Key: 'a b/c.txt' }
    await s3.send(new CreateBucketCommand({ Bucket: at.Bucket }))
    await s3.send(new PutObjectCommand({ ...at, Body: 'hello' }))
    const url = await getSignedUrl(s3, new GetObjectCommand(at))
    expect(new URL(url).hostname).toBe('my-files.s3.eu-west-1.amazonaws.com')
    expect(await (await cloud.fetch(url)).text()).toBe('hello')
    expect((await cloud.fetch(url.replace('my-files.s3', 'my-files.s3.dualstack'))).status).toBe(403)
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(at))
    const part = { ...at, UploadId, PartNumber: 1 }
    const { ETag } = await s3.send(new UploadPartCommand({ ...part, Body: 'part' }))
    const done = await s3.send(
      new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }),
    )
    expect(done.Location).toBe('https://my-files.s3.eu-west-1.amazonaws.com/a%20b%2Fc.txt')
    const path = new S3Client({ ...optionsOf(cloud), forcePathStyle: true })
    expect((await path.send(new GetObjectCommand(at))).ContentLength).toBe(4)
  })

  it.each(['eu-west-1', 'us-east-1'])('gives a queue the URL of the region %s', async (region) => {
    await using cloud = await startReal('cloud', { seed: strict })
    const sqs = new SQSClient(optionsOf(cloud, region))
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'jobs' }))
    expect(QueueUrl).toMatch(new RegExp(String.raw`^https://sqs\.${region}\.amazonaws\.com/\d{12}/jobs$`))
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'work' }))
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    expect(Messages?.[0]?.Body).toBe('work')
    const identity = await new STSClient(optionsOf(cloud, region)).send(new GetCallerIdentityCommand({}))
    expect(identity.Account).toMatch(/^\d{12}$/)
  })
})

describe('mail at the vendor’s hosts', () => {
  it('answers the SDK, and gives pages of unsubscription the host of the vendor', async () => {
    await using mail = await startReal('mail')
    fetchFrom(mail)
    const resend = new Resend(mail.env['RESEND_API_KEY'])
    const { data: segment } = await resend.segments.create({ name: 'Readers' })
    const segmentId = segment?.id ?? ''
    await resend.contacts.create({ email: 'ada@example.com', segments: [{ id: segmentId }] })
    await resend.broadcasts.create({
      segmentId,
      from: 'news@example.com',
      subject: 'News',
      html: '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">leave</a>',
      send: true,
    })
    const { html } = await mail.inbox.next()
    const [url = ''] =
      /https:\/\/unsubscribe\.resend\.com\/unsubscribe\/[\w-]+\?broadcast=[\w-]+/.exec(html ?? '') ?? []
    expect((await mail.fetch(url)).status).toBe(200)
    const left = await mail.fetch(url, { method: 'POST' })
    expect(new URL(left.headers.get('location') ?? '', url).href).toBe(url)
  })
})

describe('deployhost at the vendor’s hosts', () => {
  it('answers the SDK, and is the issuer at the vendor’s site', async () => {
    await using deployhost = await startReal('deployhost')
    const bearerToken = deployhost.env['VERCEL_TOKEN'] ?? ''
    const vercel = new Vercel({
      bearerToken,
      httpClient: new HTTPClient({ fetcher: deployhost.fetch }),
    })
    expect((await vercel.user.getAuthUser())?.user.username).toBe('octocat')
    const discovery = await jsonOf(await deployhost.fetch('https://vercel.com/.well-known/openid-configuration'))
    expect(discovery).toMatchObject({
      issuer: 'https://vercel.com',
      authorization_endpoint: 'https://vercel.com/oauth/authorize',
      token_endpoint: 'https://api.vercel.com/login/oauth/token',
      jwks_uri: 'https://vercel.com/.well-known/jwks',
    })
  })
})

describe('oidc-a at the vendor’s hosts', () => {
  it('names the endpoints of the vendor, which openid-client reads', async () => {
    await using google = await startReal('oidc-a')
    const fetched: openid.CustomFetch = (url, options) => google.fetch(url, options as RequestInit) // of the same form
    const config = await openid.discovery(
      new URL('https://accounts.google.com'),
      'web-app.apps.googleusercontent.com',
      'GOCSPX-local-secret',
      undefined,
      {
        [openid.customFetch]: fetched,
      },
    )
    expect(config.serverMetadata()).toMatchObject({
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_endpoint: 'https://oauth2.googleapis.com/token',
      userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
      revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
      device_authorization_endpoint: 'https://oauth2.googleapis.com/device/code',
      jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
    })
    const form = new URLSearchParams({ client_id: 'web-app.apps.googleusercontent.com', scope: 'openid email' })
    const device = await google.fetch('https://oauth2.googleapis.com/device/code', { method: 'POST', body: form })
    expect(await jsonOf(device)).toMatchObject({ verification_url: 'https://www.google.com/device' })
    expect((await google.fetch('https://www.google.com/device')).status).toBe(200)
  })

  it('answers the constants of arctic', async () => {
    await using google = await startReal('oidc-a')
    fetchFrom(google)
    const client = new Google(
      'web-app.apps.googleusercontent.com',
      'GOCSPX-local-secret',
      'http://localhost:3000/api/auth/callback/google',
    )
    const url = client.createAuthorizationURL('state', VERIFIER, ['openid', 'email'])
    const { code } = google.authorize({ url: url.href, email: 'ada@example.com' })
    const tokens = await client.validateAuthorizationCode(code, VERIFIER)
    expect(decodeIdToken(tokens.idToken())).toMatchObject({ iss: 'https://accounts.google.com' })
  })
})

describe('oidc-b at the vendor’s hosts', () => {
  it('names the endpoints of the vendor', async () => {
    await using apple = await startReal('oidc-b')
    const discovery = await jsonOf(await apple.fetch('https://appleid.apple.com/.well-known/openid-configuration'))
    expect(discovery).toMatchObject({
      issuer: 'https://appleid.apple.com',
      authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
      token_endpoint: 'https://appleid.apple.com/auth/token',
      jwks_uri: 'https://appleid.apple.com/auth/keys',
    })
    expect((await apple.fetch('https://appleid.apple.com/auth/keys')).status).toBe(200)
    const { idToken } = apple.signIn({ email: 'ada@example.com' })
    expect(decodeIdToken(idToken ?? '')).toMatchObject({ iss: 'https://appleid.apple.com' })
  })
})

describe('oidc-c at the vendor’s hosts', () => {
  it('names the endpoints of the vendor, with Graph at a host of its own', async () => {
    await using microsoft = await startReal('oidc-c')
    const authority = 'https://login.microsoftonline.com/contoso.onmicrosoft.com'
    const discovery = await jsonOf(await microsoft.fetch(`${authority}/v2.0/.well-known/openid-configuration`))
    expect(discovery['issuer']).toMatch(/^https:\/\/login\.microsoftonline\.com\/[\da-f-]{36}\/v2\.0$/)
    expect(discovery).toMatchObject({
      userinfo_endpoint: 'https://graph.microsoft.com/oidc/userinfo',
      msgraph_host: 'graph.microsoft.com',
    })
    const older = await jsonOf(await microsoft.fetch(`${authority}/.well-known/openid-configuration`))
    expect(older['issuer']).toMatch(/^https:\/\/sts\.windows\.net\/[\da-f-]{36}\/$/)
    const form = new URLSearchParams({ client_id: '11111111-2222-4333-8444-555555555555', scope: 'openid' })
    const device = await microsoft.fetch(`${authority}/oauth2/v2.0/devicecode`, { method: 'POST', body: form })
    expect(await jsonOf(device)).toMatchObject({ verification_uri: 'https://microsoft.com/devicelogin' })
    expect((await microsoft.fetch('https://microsoft.com/devicelogin')).status).toBe(200)
  })

  it('answers the constants of arctic, and Graph', async () => {
    await using microsoft = await startReal('oidc-c')
    fetchFrom(microsoft)
    const client = new MicrosoftEntraId(
      'common',
      '11111111-2222-4333-8444-555555555555',
      'local-secret',
      'http://localhost:3000/api/auth/callback/microsoft-entra-id',
    )
    const url = client.createAuthorizationURL('state', VERIFIER, ['openid', 'profile', 'User.Read'])
    const { code } = microsoft.authorize({ url: url.href, email: 'ada@contoso.com' })
    const tokens = await client.validateAuthorizationCode(code, VERIFIER)
    const headers = { authorization: `Bearer ${tokens.accessToken()}` }
    const me = await jsonOf(await fetch('https://graph.microsoft.com/v1.0/me', { headers }))
    expect(me['@odata.context']).toBe('https://graph.microsoft.com/v1.0/$metadata#users/$entity')
    const person = await jsonOf(await fetch('https://graph.microsoft.com/oidc/userinfo', { headers }))
    expect(person['picture']).toBe('https://graph.microsoft.com/v1.0/me/photo/$value')
  })
})

describe('oidc-d at the vendor’s hosts', () => {
  it('is any organization of the vendor, and names the one that a request is for', async () => {
    await using okta = await startReal('oidc-d')
    for (const host of ['dev-12345678.okta.com', 'acme.oktapreview.com']) {
      const url = `https://${host}/oauth2/default/.well-known/openid-configuration`
      const discovery = await jsonOf(await okta.fetch(url))
      expect(discovery['issuer']).toBe(`https://${host}/oauth2/default`)
      expect(discovery['token_endpoint']).toBe(`https://${host}/oauth2/default/v1/token`)
    }
  })

  it('is only the organization that the seed names, whose URLs its environment has', async () => {
    await using okta = await startReal('oidc-d', { seed: { 'oidc-d': { domain: 'login.acme.test' } } })
    expect(okta.hosts).toEqual([{ name: 'site', host: 'login.acme.test' }])
    expect(okta.env).toMatchObject({
      OKTA_CLIENT_ORGURL: 'https://login.acme.test',
      OIDC_D_ISSUER: 'https://login.acme.test/oauth2/default',
    })
    const discovery = await jsonOf(await okta.fetch('https://login.acme.test/.well-known/openid-configuration'))
    expect(discovery['issuer']).toBe('https://login.acme.test')
  })
})

describe('chat at the vendor’s hosts', () => {
  const call = async (chat: Emulator<'chat'>, method: string, members: Record<string, string>, token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const body = new URLSearchParams(members)
    return jsonOf(await chat.fetch(`https://slack.com/api/${method}`, { method: 'POST', headers, body }))
  }

  it('gives files, pictures, permalinks and sockets the hosts of the vendor', async () => {
    await using chat = await startReal('chat')
    const token = chat.env['SLACK_BOT_TOKEN'] ?? ''
    expect(chat.env['SLACK_API_URL']).toBe('https://slack.com/api/')
    expect(await call(chat, 'auth.test', {}, token)).toMatchObject({ url: 'https://acme.slack.com/' })
    const upload = await call(chat, 'files.getUploadURLExternal', { filename: 'a.txt', length: '2' }, token)
    expect(upload['upload_url']).toMatch(/^https:\/\/files\.slack\.com\/upload\/v1\//)
    const sent = await chat.fetch(String(upload['upload_url']), { method: 'POST', body: 'hi' })
    expect(sent.status).toBe(200)
    const files = JSON.stringify([{ id: upload['file_id'] }])
    const done = await call(chat, 'files.completeUploadExternal', { files }, token)
    const [file] = done['files'] as { readonly url_private: string; readonly permalink: string }[]
    expect(file?.url_private).toMatch(/^https:\/\/files\.slack\.com\/files-pri\//)
    expect(file?.permalink).toMatch(/^https:\/\/acme\.slack\.com\/files\//)
    const headers = { authorization: `Bearer ${token}` }
    expect(await (await chat.fetch(file?.url_private ?? '', { headers })).text()).toBe('hi')
    const team = (await call(chat, 'team.info', {}, token))['team'] as { readonly icon: Record<string, string> }
    const picture = team.icon['image_44'] ?? ''
    expect(picture).toMatch(/^https:\/\/avatars\.slack-edge\.com\//)
    expect((await chat.fetch(picture)).headers.get('content-type')).toContain('image/svg+xml')
    const opened = await call(chat, 'apps.connections.open', {}, chat.env['SLACK_APP_TOKEN'] ?? '')
    expect(opened['url'] ?? opened['error']).toMatch(
      /^wss:\/\/wss-primary\.slack\.com\/link\/\?|invalid_auth|not_authed/,
    )
    const discovery = await jsonOf(await chat.fetch('https://slack.com/.well-known/openid-configuration'))
    expect(discovery).toMatchObject({ issuer: 'https://slack.com', jwks_uri: 'https://slack.com/openid/connect/keys' })
  })
})

describe('docdb at the vendor’s hosts', () => {
  it('gives clusters a host of the vendor, and both APIs theirs', async () => {
    await using docdb = await startReal('docdb')
    const headers = {
      authorization: 'Bearer backlot_admin',
      accept: 'application/vnd.atlas.2025-03-12+json',
    }
    const groups = await jsonOf(await docdb.fetch('https://cloud.mongodb.com/api/atlas/v2/groups', { headers }))
    expect(JSON.stringify(groups)).toContain('"href":"https://cloud.mongodb.com/api/atlas/v2/groups')
    expect(docdb.env['MONGODB_URI']).toMatch(/^mongodb:\/\/(.*@)?cluster0\.backlot\.mongodb\.net:27017\/.*tls=true/)
    const data = 'https://data.mongodb-api.com/app/data-abc/endpoint/data/v1/action/findOne'
    expect((await docdb.fetch(data, { method: 'POST', body: '{}' })).status).not.toBe(501)
  })
})

describe('auth-saas at the vendor’s hosts', () => {
  it('answers both APIs at their hosts, and signs with the frontend API as issuer', async () => {
    await using clerk = await startReal('auth-saas', { seed: { 'auth-saas': { users: [{ username: 'ada' }] } } })
    fetchFrom(clerk)
    const client = createClerkClient({ secretKey: clerk.env['CLERK_SECRET_KEY'] ?? '' })
    const { data } = await client.users.getUserList()
    expect(data[0]?.imageUrl).toMatch(/^https:\/\/img\.clerk\.com\/user_/)
    expect((await clerk.fetch(data[0]?.imageUrl ?? '')).headers.get('content-type')).toContain('image/')
    const key = clerk.env['CLERK_PUBLISHABLE_KEY']?.replace('pk_test_', '') ?? ''
    const frontend = Buffer.from(key, 'base64').toString().replace('$', '')
    expect(frontend).toMatch(/\.clerk\.accounts\.dev$/)
    expect((await clerk.fetch(`https://${frontend}/v1/environment`)).status).toBe(200)
    const other = await jsonOf(await clerk.fetch('https://happy-hippo-1.clerk.accounts.dev/v1/environment'))
    expect(JSON.stringify(other)).toContain('https://happy-hippo-1.clerk.accounts.dev/sign-in')
    const portal = await clerk.fetch('https://happy-hippo-1.accounts.dev/sign-in?redirect_url=http%3A%2F%2Flocalhost')
    expect(portal.headers.get('location')).toBe(
      'https://happy-hippo-1.clerk.accounts.dev/sign-in?redirect_url=http%3A%2F%2Flocalhost',
    )
  })
})
