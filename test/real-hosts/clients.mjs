// The clients of the table in docs/real-hosts.md. Each is written as the vendor's own documentation writes it, with no
// address. A client of a `group` is called in a process of its own: undici 7 replaces a part of the `fetch` of Node.js
// 20 when it is loaded. `create` makes the client, and returns the function that calls the vendor with it, which throws
// unless the call succeeds.
import { ok } from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'

const ZEN = 'https://api.github.com/zen'
const HEADERS = { 'user-agent': 'table' }
const GOOGLE = {
  id: 'web-app.apps.googleusercontent.com',
  secret: 'GOCSPX-secret',
  callback: 'http://localhost:3000/callback',
}
const TENANT = '02bd9fd6-8f93-4758-87c3-1fb73740a315'
const ENTRA = { id: '11111111-2222-4333-8444-555555555555', secret: 'local-secret' }
const AWS = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }

/** The seed of the instances that the clients call. `privateKey` is that of the GitHub App, in PEM. */
export const seedWith = (privateKey) => ({
  tokens: { token: { login: 'octocat', scopes: ['repo', 'user'] } },
  codehost: {
    users: [{ login: 'octocat' }],
    repos: [{ owner: 'octocat', name: 'hello-world' }],
    apps: [
      {
        app_id: 1001,
        slug: 'triage',
        name: 'Triage',
        client_id: 'Iv1.triage',
        private_key: privateKey,
        permissions: { issues: 'write', metadata: 'read' },
        installations: [{ installation_id: 2001, account: 'octocat' }],
      },
    ],
  },
  deployhost: { users: [{ username: 'octocat', email: 'octocat@example.com' }] },
  chat: {
    team: { name: 'Acme', domain: 'acme' },
    users: [{ name: 'alice' }],
    bots: [{ name: 'helper' }],
    tokens: [{ token: 'xoxb-helper', bot: 'helper' }],
  },
  'oidc-a': {
    users: [{ email: 'ada@example.com' }],
    oauth_clients: [
      { client_id: GOOGLE.id, client_secret: GOOGLE.secret, name: 'App', redirect_uris: [GOOGLE.callback] },
    ],
    id_token_signing_alg: 'RS256',
  },
  'oidc-c': {
    tenant: TENANT,
    users: [{ email: 'ada@contoso.com' }],
    oauth_clients: [
      {
        client_id: ENTRA.id,
        client_secret: ENTRA.secret,
        name: 'App',
        redirect_uris: ['http://localhost:3000/callback'],
      },
    ],
  },
  'oidc-d': { users: [{ login: 'ada@example.com' }], tokens: [{ token: 'okta-token', login: 'ada@example.com' }] },
  'auth-saas': { users: [{ email_addresses: ['ada@example.com'] }] },
})

/** Reads the answer of a request of `node:http` or `node:https`. */
async function answered(outgoing) {
  const [response] = await once(outgoing, 'response')
  response.resume()
  await once(response, 'end')
  ok(response.statusCode === 200, `status ${response.statusCode}`)
}

export const clients = [
  {
    name: '`fetch`',
    create: () => {
      const { fetch } = globalThis
      return async () => ok((await fetch(ZEN)).ok)
    },
  },
  {
    name: '`node:http`',
    create: () => {
      const agent = new http.Agent({ keepAlive: true })
      return () => answered(http.get(ZEN.replace('https', 'http'), { agent, headers: HEADERS }))
    },
  },
  {
    name: '`node:https`',
    create: () => {
      const agent = new https.Agent({ keepAlive: true })
      return () => answered(https.get(ZEN, { agent, headers: HEADERS }))
    },
  },
  {
    name: '`node:http2`',
    create: () => async () => {
      const session = http2.connect('https://api.github.com')
      try {
        const stream = session.request({ ':path': '/zen', ...HEADERS })
        const [headers] = await Promise.race([
          once(stream, 'response'),
          once(session, 'error').then(([error]) => Promise.reject(error)),
        ])
        stream.resume()
        ok(headers[':status'] === 200, `status ${headers[':status']}`)
      } finally {
        session.destroy()
      }
    },
  },
  {
    name: 'undici, its own Agent',
    package: 'undici',
    group: 'undici',
    create: async () => {
      const { Agent, request } = await import('undici')
      const dispatcher = new Agent()
      return async () => ok((await request(ZEN, { dispatcher, headers: HEADERS })).statusCode === 200)
    },
  },
  {
    name: 'undici, a Pool',
    package: 'undici',
    group: 'undici',
    create: async () => {
      const { Pool } = await import('undici')
      const pool = new Pool('https://api.github.com')
      return async () => ok((await pool.request({ method: 'GET', path: '/zen', headers: HEADERS })).statusCode === 200)
    },
  },
  {
    name: 'undici, HTTP/2 off',
    package: 'undici',
    group: 'undici',
    create: async () => {
      const { Agent, fetch } = await import('undici')
      const dispatcher = new Agent({ allowH2: false })
      return async () => ok((await fetch(ZEN, { dispatcher })).ok)
    },
  },
  {
    name: 'axios',
    package: 'axios',
    create: async () => {
      const { default: axios } = await import('axios')
      const client = axios.create({ baseURL: 'https://api.github.com' })
      return async () => ok((await client.get('/zen')).status === 200)
    },
  },
  {
    name: 'got',
    package: 'got',
    create: async () => {
      const { got } = await import('got')
      const client = got.extend({ retry: { limit: 0 } })
      return async () => ok((await client(ZEN)).ok)
    },
  },
  {
    name: 'ky',
    package: 'ky',
    create: async () => {
      const { default: ky } = await import('ky')
      const client = ky.create({ retry: 0 })
      return async () => ok((await client(ZEN)).ok)
    },
  },
  {
    name: 'node-fetch',
    package: 'node-fetch',
    create: async () => {
      const { default: fetch } = await import('node-fetch')
      return async () => ok((await fetch(ZEN)).ok)
    },
  },
  {
    name: 'superagent',
    package: 'superagent',
    create: async () => {
      const { default: superagent } = await import('superagent')
      const agent = superagent.agent()
      return async () => ok((await agent.get(ZEN).set(HEADERS)).ok)
    },
  },
  {
    name: 'needle',
    package: 'needle',
    create: async () => {
      const { default: needle } = await import('needle')
      return async () => ok((await needle('get', ZEN, { headers: HEADERS })).statusCode === 200)
    },
  },
  {
    name: 'octokit',
    package: 'octokit',
    create: async () => {
      const { Octokit } = await import('octokit')
      const octokit = new Octokit({ auth: 'token' })
      return async () => ok((await octokit.rest.users.getAuthenticated()).data.login === 'octocat')
    },
  },
  {
    name: 'probot',
    package: 'probot',
    create: async ({ privateKey }) => {
      const { Probot } = await import('probot')
      const probot = new Probot({ appId: 1001, privateKey, secret: 'hush', logLevel: 'fatal' })
      return async () => {
        const octokit = await probot.auth(2001)
        const { data } = await octokit.rest.apps.listReposAccessibleToInstallation()
        ok(data.total_count === 1, `${data.total_count} repositories`)
      }
    },
  },
  {
    name: 'stripe, its client for Node.js',
    package: 'stripe',
    create: async () => {
      const { default: Stripe } = await import('stripe')
      const stripe = new Stripe('sk_test_123', { maxNetworkRetries: 0 })
      return async () => ok((await stripe.customers.create({ email: 'ada@example.com' })).id.startsWith('cus_'))
    },
  },
  {
    name: 'stripe, its client of `fetch`',
    package: 'stripe',
    create: async () => {
      const { default: Stripe } = await import('stripe')
      const stripe = new Stripe('sk_test_123', { maxNetworkRetries: 0, httpClient: Stripe.createFetchHttpClient() })
      return async () => ok((await stripe.customers.create({ email: 'ada@example.com' })).id.startsWith('cus_'))
    },
  },
  {
    name: 'AWS SDK v3, S3',
    package: '@aws-sdk/client-s3',
    create: async () => {
      const { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
      const s3 = new S3Client({ region: 'eu-west-1', credentials: AWS, maxAttempts: 1 })
      return async () => {
        const bucket = { Bucket: 'table-v3' }
        await s3.send(
          new CreateBucketCommand({ ...bucket, CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' } }),
        )
        await s3.send(new PutObjectCommand({ ...bucket, Key: 'a/b.txt', Body: 'text' }))
        const { Body } = await s3.send(new GetObjectCommand({ ...bucket, Key: 'a/b.txt' }))
        ok((await Body.transformToString()) === 'text')
      }
    },
  },
  {
    name: 'AWS SDK v3, SQS',
    package: '@aws-sdk/client-sqs',
    create: async () => {
      const { CreateQueueCommand, SendMessageCommand, SQSClient } = await import('@aws-sdk/client-sqs')
      const sqs = new SQSClient({ region: 'eu-west-1', credentials: AWS, maxAttempts: 1 })
      return async () => {
        const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'table-v3' }))
        ok((await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'text' }))).MessageId)
      }
    },
  },
  {
    name: 'AWS SDK v2, S3 and SQS',
    package: 'aws-sdk',
    create: async () => {
      process.env.AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE = '1'
      const { default: sdk } = await import('aws-sdk')
      const options = { region: 'eu-west-1', credentials: new sdk.Credentials(AWS), maxRetries: 0 }
      const [s3, sqs] = [new sdk.S3(options), new sdk.SQS(options)]
      return async () => {
        await s3.createBucket({ Bucket: 'table-v2' }).promise()
        await s3.putObject({ Bucket: 'table-v2', Key: 'a/b.txt', Body: 'text' }).promise()
        const { Body } = await s3.getObject({ Bucket: 'table-v2', Key: 'a/b.txt' }).promise()
        ok(Buffer.from(Body).toString() === 'text')
        const { QueueUrl } = await sqs.createQueue({ QueueName: 'table-v2' }).promise()
        ok((await sqs.sendMessage({ QueueUrl, MessageBody: 'text' }).promise()).MessageId)
      }
    },
  },
  {
    name: '@slack/web-api',
    package: '@slack/web-api',
    create: async () => {
      const { WebClient } = await import('@slack/web-api')
      const slack = new WebClient('xoxb-helper', { retryConfig: { retries: 0 } })
      return async () => ok((await slack.auth.test()).team === 'Acme')
    },
  },
  {
    name: 'resend',
    package: 'resend',
    create: async () => {
      const { Resend } = await import('resend')
      const resend = new Resend('re_123')
      return async () => {
        const email = { from: 'a@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', text: 'text' }
        const { data, error } = await resend.emails.send(email)
        ok(data?.id, JSON.stringify(error))
      }
    },
  },
  {
    name: 'google-auth-library',
    package: 'google-auth-library',
    create: async () => {
      const { OAuth2Client } = await import('google-auth-library')
      const client = new OAuth2Client(GOOGLE.id, GOOGLE.secret, GOOGLE.callback)
      return async ({ oidcA }) => {
        const url = client.generateAuthUrl({ scope: ['openid', 'email'] })
        const { tokens } = await client.getToken((await oidcA.authorize({ url, email: 'ada@example.com' })).code)
        const ticket = await client.verifyIdToken({ idToken: tokens.id_token, audience: GOOGLE.id })
        ok(ticket.getPayload().email === 'ada@example.com')
      }
    },
  },
  {
    name: 'arctic',
    package: 'arctic',
    create: async () => {
      const { generateCodeVerifier, Google } = await import('arctic')
      const google = new Google(GOOGLE.id, GOOGLE.secret, GOOGLE.callback)
      return async ({ oidcA }) => {
        const verifier = generateCodeVerifier()
        const url = String(google.createAuthorizationURL('state', verifier, ['openid', 'email']))
        const { code } = await oidcA.authorize({ url, email: 'ada@example.com' })
        ok((await google.validateAuthorizationCode(code, verifier)).idToken())
      }
    },
  },
  {
    name: 'openid-client',
    package: 'openid-client',
    create: async () => {
      const { buildAuthorizationUrl, authorizationCodeGrant, discovery } = await import('openid-client')
      return async ({ oidcA }) => {
        const config = await discovery(new URL('https://accounts.google.com'), GOOGLE.id, GOOGLE.secret)
        const url = String(
          buildAuthorizationUrl(config, { redirect_uri: GOOGLE.callback, scope: 'openid email', nonce: 'n' }),
        )
        const { location } = await oidcA.authorize({ url, email: 'ada@example.com' })
        const tokens = await authorizationCodeGrant(config, new URL(location), { expectedNonce: 'n' })
        ok(tokens.claims().email === 'ada@example.com')
      }
    },
  },
  {
    name: '@azure/msal-node',
    package: '@azure/msal-node',
    create: async () => {
      const { ConfidentialClientApplication } = await import('@azure/msal-node')
      const auth = {
        clientId: ENTRA.id,
        clientSecret: ENTRA.secret,
        authority: `https://login.microsoftonline.com/${TENANT}`,
      }
      const client = new ConfidentialClientApplication({ auth })
      return async () => {
        const scopes = ['https://graph.microsoft.com/.default']
        ok((await client.acquireTokenByClientCredential({ scopes, skipCache: true })).accessToken)
      }
    },
  },
  {
    name: '@okta/okta-sdk-nodejs',
    package: '@okta/okta-sdk-nodejs',
    create: async () => {
      const { default: okta } = await import('@okta/okta-sdk-nodejs')
      const client = new okta.Client({ orgUrl: 'https://dev-12345678.okta.com', token: 'okta-token' })
      return async () =>
        ok((await client.userApi.getUser({ userId: 'ada@example.com' })).profile.login === 'ada@example.com')
    },
  },
  {
    name: '@vercel/sdk',
    package: '@vercel/sdk',
    create: async () => {
      const { Vercel } = await import('@vercel/sdk')
      const vercel = new Vercel({ bearerToken: 'token' })
      return async () => ok((await vercel.user.getAuthUser()).user.username === 'octocat')
    },
  },
  {
    name: '@clerk/backend',
    package: '@clerk/backend',
    create: async () => {
      const { createClerkClient } = await import('@clerk/backend')
      const clerk = createClerkClient({ secretKey: 'sk_test_backlot' })
      return async () => ok((await clerk.users.getUserList()).totalCount === 1)
    },
  },
]
