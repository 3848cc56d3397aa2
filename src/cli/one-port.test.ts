import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Octokit } from '@octokit/rest'
import { SocketModeClient } from '@slack/socket-mode'
import { WebClient } from '@slack/web-api'
import { MongoClient } from 'mongodb'
import * as oidc from 'openid-client'
import { Stripe } from 'stripe'
import { Agent, fetch as fetchAt } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registry } from '../registry.ts'
import { run } from './run.ts'
import type { Surroundings } from './surroundings.ts'

// Browsers and most systems resolve the names below localhost; not every system does.
const lookup: LookupFunction = (_name, options, done) =>
  options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
const dispatcher = new Agent({ connect: { lookup } })
const agent = new HttpAgent({ lookup, keepAlive: false })
const fetchNamed = (url: string, init: object = {}) => fetchAt(url, { ...init, dispatcher })

const SEED = `
tokens:
  dev_token: { login: octocat, scopes: [repo, user] }
codehost:
  users: [{ login: octocat }]
  repos: [{ owner: octocat, name: hello, auto_init: true, issues: [{ title: One }, { title: Two }, { title: Three }] }]
chat:
  users: [{ name: alice }]
  channels: [{ name: general }]
  bots: [{ name: helper }]
  oauth_apps:
    - { client_id: '1.2', client_secret: s, name: helper, redirect_uris: [], signing_secret: k, app_token: xapp-one }
  tokens: [{ token: xoxb-one, bot: helper }]
cloud:
  s3: { buckets: [{ name: uploads }] }
docdb: {}
mail: { smtp: 0 }
oidc-a:
  id_token_signing_alg: RS256
  users: [{ email: ada@example.com, name: Ada }]
  oauth_clients: [{ client_id: web, client_secret: s3cret, name: Web, redirect_uris: ['http://app.test/callback'] }]
payments: { api_keys: [{ key: sk_test_one }] }
auth-saas: {}
`

const ids = ['codehost', 'chat', 'cloud', 'docdb', 'mail', 'oidc-a', 'payments', 'auth-saas']
let port: number
let env: Record<string, string>
let end: () => void
let done: Promise<number>
let surroundings: Surroundings
const errors: string[] = []

beforeAll(async () => {
  const { mkdtemp, writeFile } = await import('node:fs/promises')
  const cwd = await mkdtemp(`${tmpdir()}/backlot-one-port-`)
  await writeFile(`${cwd}/backlot.config.yaml`, SEED)
  const stopped = new Promise<'SIGTERM'>((resolve) => (end = () => resolve('SIGTERM')))
  const text = await new Promise<string>((resolve) => {
    surroundings = {
      cwd,
      env: {},
      version: '1.2.3',
      services: registry,
      isTerminal: true,
      openBrowser: () => undefined,
      stopped,
      stdout: resolve,
      stderr: (written) => {
        errors.push(written)
        resolve(written)
      },
    }
    done = run(['--one-port', '0', '--service', ids.join(',')], surroundings)
  })
  if (!text.includes('localhost')) throw new Error(text)
  port = Number(/localhost:(\d+)/.exec(text)?.[1])
  env = Object.fromEntries([...text.matchAll(/export (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]))
})

afterAll(async () => {
  end()
  await done
})

/** The two base URLs of a service. */
const forms = {
  'below a path': (id: string) => `http://localhost:${port}/${id}`,
  'at a host of its own': (id: string) => `http://${id}.localhost:${port}`,
}

it('prints variables that point below the one address', () => {
  expect(env).toMatchObject({
    GITHUB_API_URL: `http://localhost:${port}/codehost`,
    SLACK_API_URL: `http://localhost:${port}/chat/api/`,
    AWS_ENDPOINT_URL: `http://localhost:${port}/cloud`,
    MONGODB_URI: `mongodb://localhost:${port}/`,
    RESEND_BASE_URL: `http://localhost:${port}/mail`,
    OIDC_A_ISSUER: `http://localhost:${port}/oidc-a`,
  })
  // The vendor's key holds a host, and no path.
  const key = Buffer.from((env['CLERK_PUBLISHABLE_KEY'] ?? '').split('_')[2] ?? '', 'base64').toString()
  expect(key).toBe(`auth-saas.localhost:${port}$`)
  // A server of SMTP speaks first, so it can't be told apart at a port of others.
  expect(Number(env['MAIL_SMTP_PORT'])).not.toBe(port)
})

describe.each(Object.entries(forms))('a service %s', (_form, urlOf) => {
  it('links to itself from an answer, page by page', async () => {
    const url = urlOf('codehost')
    const octokit = new Octokit({ baseUrl: url, auth: 'dev_token', request: { fetch: fetchNamed } })
    const repo = { owner: 'octocat', repo: 'hello' }
    const { data } = await octokit.issues.create({ ...repo, title: 'Four' })
    expect(data.url).toBe(`${url}/repos/octocat/hello/issues/${data.number}`)
    const titles = await octokit.paginate(octokit.issues.listForRepo, { ...repo, per_page: 2 })
    expect(titles.length).toBeGreaterThanOrEqual(4)
  })

  it('verifies the signatures and presigned URLs of S3, which cover the path and the host', async () => {
    const client = new S3Client({
      endpoint: urlOf('cloud'),
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '' },
      requestHandler: { httpAgent: agent },
    })
    await client.send(new PutObjectCommand({ Bucket: 'uploads', Key: 'a/b c.txt', Body: 'hello' }))
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'uploads', Key: 'a/b c.txt' }))
    expect(url.startsWith(`${urlOf('cloud')}/uploads/`)).toBe(true)
    expect(await (await fetchNamed(url)).text()).toBe('hello')
    expect((await fetchNamed(url.replace('X-Amz-Signature=', 'X-Amz-Signature=0'))).status).toBe(403)
  })

  it('names its own issuer and endpoints, and signs a person in', async () => {
    const url = urlOf('oidc-a')
    const config = await oidc.discovery(new URL(url), 'web', undefined, oidc.ClientSecretPost('s3cret'), {
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
      [oidc.customFetch]: fetchNamed as never, // undici's own fetch, which knows the names
    })
    expect(config.serverMetadata().issuer).toBe(url)
    const state = oidc.randomState()
    const parameters = { redirect_uri: 'http://app.test/callback', scope: 'openid email', state }
    const authorize = oidc.buildAuthorizationUrl(config, parameters)
    expect(authorize.href.startsWith(`${url}/`)).toBe(true)
    const body = new URLSearchParams({ user: 'ada@example.com' })
    const answer = await fetchNamed(authorize.href, { method: 'POST', body, redirect: 'manual' })
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toContain(`Path=${new URL(url).pathname};`)
    const callback = new URL(answer.headers.get('location') ?? '')
    const tokens = await oidc.authorizationCodeGrant(config, callback, { expectedState: state })
    expect(tokens.claims()).toMatchObject({ iss: url, email: 'ada@example.com' })
  })

  it('answers a page of another origin on this machine, and its preflight', async () => {
    const origin = 'http://localhost:3000'
    const headers = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const preflight = await fetchNamed(`${urlOf('codehost')}/user`, { method: 'OPTIONS', headers })
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    const foreign = await fetchNamed(`${urlOf('codehost')}/user`, { headers: { origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
  })

  it('has its control plane', async () => {
    const control = (path: string, init: object = {}) => fetchNamed(`${urlOf('payments')}/_backlot/${path}`, init)
    expect(await (await control('health')).json()).toMatchObject({ service: 'payments', url: urlOf('payments') })
    const headers = { 'content-type': 'application/json' }
    const { id, url } = (await (await control('tenants', { method: 'POST', headers, body: '{}' })).json()) as Record<
      string,
      string
    >
    expect(url).toMatch(/\/~t\d+\./)
    const authorization = 'Bearer sk_test_one'
    const path = url?.slice(forms['below a path']('payments').length) ?? ''
    await fetchNamed(`${urlOf('payments')}${path}/v1/customers`, { method: 'POST', headers: { authorization } })
    const own = await fetchNamed(`${urlOf('payments')}${path}/v1/customers`, { headers: { authorization } })
    expect(((await own.json()) as { data: unknown[] }).data).toHaveLength(1)
    const main = await fetchNamed(`${urlOf('payments')}/v1/customers`, { headers: { authorization } })
    expect(((await main.json()) as { data: unknown[] }).data).toHaveLength(0)
    await control('tenants', { method: 'DELETE', headers, body: JSON.stringify({ id }) })
  })
})

it('serves the WebSockets of chat', async () => {
  const slack = new WebClient('xoxb-one', { slackApiUrl: env['SLACK_API_URL'] ?? '' })
  const socket = new SocketModeClient({
    appToken: 'xapp-one',
    clientOptions: { slackApiUrl: env['SLACK_API_URL'] ?? '' },
    autoReconnectEnabled: false,
  })
  const arrived = new Promise<string>((resolve) => {
    socket.on('hello', () => resolve('hello'))
    socket.on('connected', () => resolve('connected'))
  })
  await socket.start()
  expect(await arrived).toMatch(/hello|connected/)
  expect(await slack.auth.test()).toMatchObject({ ok: true })
  await socket.disconnect()
})

it('serves the protocol of MongoDB at the same port', async () => {
  const client = await MongoClient.connect(env['MONGODB_URI'] ?? '')
  const orders = client.db('shop').collection('orders')
  await orders.insertOne({ total: 5 })
  expect(await orders.countDocuments()).toBe(1)
  await client.close()
})

it('serves clients that know hosts only, and buckets below the host of cloud', async () => {
  const stripe = new Stripe('sk_test_one', {
    host: 'payments.localhost',
    port,
    protocol: 'http',
    httpAgent: agent,
    maxNetworkRetries: 0,
  })
  expect((await stripe.customers.create({ email: 'ada@example.com' })).email).toBe('ada@example.com')
  const client = new S3Client({
    endpoint: forms['at a host of its own']('cloud'),
    region: 'us-east-1',
    credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '' },
    requestHandler: { httpAgent: agent },
  })
  await client.send(new PutObjectCommand({ Bucket: 'uploads', Key: 'hosted.txt', Body: 'x' }))
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: 'uploads' }))
  expect(Contents?.map(({ Key }) => Key)).toContain('hosted.txt')
})

it('controls all services at once', async () => {
  const root = `http://localhost:${port}/_backlot`
  expect(await (await fetch(`${root}/health`)).json()).toEqual({ services: ids, pid: process.pid })
  await fetch(`http://localhost:${port}/payments/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_one' },
  })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${root}/reset`, { method: 'POST' })).status).toBe(415)
  expect(await (await fetch(`${root}/reset`, { method: 'POST', headers })).json()).toBe(null)
  expect(await (await fetch(`${root}/settled`, { method: 'POST', headers })).json()).toBe(null)
  expect(await (await fetch(`http://localhost:${port}/payments/_backlot/requests`)).json()).toEqual([])
  expect((await fetch(`${root}/env`, { headers: { origin: 'http://localhost:3000' } })).status).toBe(403)
  const environments = (await (await fetch(`${root}/env`)).json()) as { service: string; variables: object }[]
  expect(environments.find(({ service }) => service === 'payments')?.variables).toMatchObject({
    STRIPE_SECRET_KEY: 'sk_test_one',
  })
  for (const url of [root, `${root}/`]) {
    const inspector = await fetch(url)
    expect(inspector.url).toBe(`http://localhost:${port}/codehost/_backlot/`)
    expect(await inspector.text()).toContain('<!doctype html>')
  }
})

it('prints the variables of what runs, for a shell, a file and a program', async () => {
  const printed = async (...argv: string[]): Promise<string> => {
    let text = ''
    await run(['env', '--one-port', String(port), ...argv], {
      ...surroundings,
      stdout: (piece) => (text += piece),
      stderr: (piece) => (text += piece),
    })
    return text
  }
  expect(await printed()).toContain(`export STRIPE_SECRET_KEY=sk_test_one\n`)
  expect(await printed('--dotenv')).toMatch(/^CLERK_JWT_KEY="-----BEGIN PUBLIC KEY-----\\n.*"$/m)
  expect(JSON.parse(await printed('--json'))).toMatchObject({ AWS_ENDPOINT_URL: `http://localhost:${port}/cloud` })
  expect(await printed('--json', '--dotenv')).toBe('backlot: --json and --dotenv exclude each other\n')
})

it('names its own flag when the port is taken', async () => {
  let errors = ''
  const code = await run(['--one-port', String(port), '--service', 'mail'], {
    ...surroundings,
    stderr: (piece) => (errors += piece),
  })
  expect(code).toBe(1)
  expect(errors).toBe(
    `backlot: port ${port} is in use (--one-port): pass another --one-port, or stop the other process\n`,
  )
})

it('tells the log and the terminal which keys there are, when a client has another', async () => {
  const response = await fetch(`http://localhost:${port}/payments/v1/customers`, {
    headers: { authorization: 'Bearer sk_test_other' },
  })
  expect(response.status).toBe(401)
  expect(await response.text()).not.toContain('sk_test_one')
  const requests = await (await fetch(`http://localhost:${port}/payments/_backlot/requests`)).json()
  expect((requests as { hint: string }[]).at(-1)?.hint).toBe(
    'the key or token is not one of the seed: STRIPE_SECRET_KEY',
  )
  expect(errors).toContain(
    'backlot: payments: GET /v1/customers 401: the key or token is not one of the seed: STRIPE_SECRET_KEY=sk_test_one\n',
  )
})

it('says which services there are where an address names none', async () => {
  const answer = await fetch(`http://localhost:${port}/codehots/user`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({
    error:
      `GET /codehots/user names no service: call /codehost/… or http://codehost.localhost:${port}/…; ` +
      `there are ${ids.join(', ')}`,
  })
  const foreign = await fetchNamed(`http://evil.example:${port}/_backlot/health`)
  expect(foreign.status).toBe(421)
})

it('answers a client that offers HTTP/2, which is not spoken here', async () => {
  const body = 'email=ada@example.com'
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest(`http://localhost:${port}/payments/v1/customers`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_one',
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
      },
    })
    request.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('error', reject)
    request.end(body)
  })
  expect(status).toBe(200)
})
