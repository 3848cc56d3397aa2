import type { AddressInfo } from 'node:net'
import { Octokit } from '@octokit/rest'
import { TEST_PRIVATE_KEY } from 'backlot/services/codehost'
import { codehostFixture } from 'backlot/vitest'
import { createProbot, type ProbotOctokit } from 'probot'
import { expect, test as base, vi } from 'vitest'
import { serve, WEBHOOKS } from './server.ts'

const repository = { owner: 'ada', repo: 'engine' }
const story = 'I pulled the lever and the third wheel did not turn.'

interface Running {
  /** A client that is authenticated as the app. */
  app: ProbotOctokit
}

const withCodehost = base.extend(codehostFixture)

const test = withCodehost.extend<{ running: Running }>({
  running: [
    async ({ codehost }, use) => {
      // Probot reads the host of the API from this variable.
      vi.stubEnv('GHE_HOST', new URL(codehost.url).host)
      vi.stubEnv('APP_ID', '1001')
      vi.stubEnv('PRIVATE_KEY', TEST_PRIVATE_KEY)
      vi.stubEnv('WEBHOOK_SECRET', 'not so secret')
      vi.stubEnv('LOG_LEVEL', 'fatal')
      const server = await serve(0)
      const { port } = server.address() as AddressInfo // a TCP server's address
      const app = await createProbot().auth()
      // Passed as data, because the client would take a parameter named url for the URL of the request.
      await app.request('PATCH /app/hook/config', { data: { url: `http://127.0.0.1:${port}${WEBHOOKS}` } })
      await use({ app })
      server.closeAllConnections()
      server.close()
      vi.unstubAllEnvs()
    },
    { auto: true },
  ],
})

test('answers whoever opens an issue', async ({ codehost }) => {
  const grace = new Octokit({ baseUrl: codehost.url, auth: 'reporter_token' })
  await grace.rest.issues.create({ ...repository, title: 'A wheel is stuck', body: story })
  await codehost.webhooks.settled()

  const { data } = await grace.rest.issues.listComments({ ...repository, issue_number: 1 })
  expect(data).toMatchObject([
    {
      body: 'Thanks, @grace! Somebody will look at this soon.',
      user: { login: 'greeter[bot]', type: 'Bot' },
      performed_via_github_app: { slug: 'greeter' },
    },
  ])
})

test('asks for details where there are none', async ({ codehost }) => {
  const grace = new Octokit({ baseUrl: codehost.url, auth: 'reporter_token' })
  await grace.rest.issues.create({ ...repository, title: 'It is broken' })
  await codehost.webhooks.settled()

  const { data: issue } = await grace.rest.issues.get({ ...repository, issue_number: 1 })
  expect(issue).toMatchObject({ comments: 1, labels: [{ name: 'needs details' }] })
  expect(codehost).toHaveDelivered('issues.labeled', { status: 200, times: 1 })
})

test('does not answer apps, itself among them', async ({ codehost, running }) => {
  const { data } = await running.app.request('POST /app/installations/{installation_id}/access_tokens', {
    installation_id: 2001,
  })
  const bot = new Octokit({ baseUrl: codehost.url, auth: data.token })
  await bot.rest.issues.create({ ...repository, title: 'Weekly report' })
  expect(await codehost.webhooks.next('issues.opened')).toMatchObject({ state: 'delivered' })
  expect((await bot.rest.issues.listComments({ ...repository, issue_number: 1 })).data).toEqual([])
})

test('takes nothing that is signed with another secret', async ({ codehost, running }) => {
  await running.app.request('PATCH /app/hook/config', { secret: 'guessed' })
  const grace = new Octokit({ baseUrl: codehost.url, auth: 'reporter_token' })
  await grace.rest.issues.create({ ...repository, title: 'A wheel is stuck', body: story })
  expect(await codehost.webhooks.next('issues.opened')).toMatchObject({ state: 'failed', response: { status: 400 } })
  expect((await grace.rest.issues.listComments({ ...repository, issue_number: 1 })).data).toEqual([])
})

test('hears nothing of repositories where it is not installed', async ({ codehost }) => {
  const ada = new Octokit({ baseUrl: codehost.url, auth: 'reporter_token' })
  await ada.rest.issues.create({ owner: 'ada', repo: 'notes', title: 'A wheel is stuck', body: story })
  await codehost.webhooks.settled()
  expect(codehost.webhooks.deliveries).toEqual([])
})
