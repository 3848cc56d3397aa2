import { describe, expect } from 'vitest'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'

const it = deployhostTest({
  seed: {
    deployhost: {
      users: [{ username: 'ada', tokens: ['ada'] }],
      projects: [{ name: 'website' }],
      integrations: [
        { client_id: 'logger', client_secret: 'shh', name: 'Logger', redirect_uris: ['http://localhost/cb'] },
      ],
    },
  },
})
const requestBody = {
  url: 'http://127.0.0.1:9/logs',
  deliveryFormat: 'ndjson' as const,
  sources: ['build' as const],
  environments: ['production' as const],
  secret: 'a secret of the endpoint',
}

describe('a log drain', () => {
  it('is a drain of logs, in the older form', async ({ deployhost }) => {
    const { vercel, last } = checkedVercel(deployhost, 'ada')
    await vercel.logDrains.createConfigurableLogDrain({
      requestBody: { ...requestBody, name: 'logs', samplingRate: 50 },
    })
    const { id } = last().json as { id: string }
    await vercel.logDrains.getConfigurableLogDrain({ id })
    expect(last().json).toMatchObject({
      id,
      name: 'logs',
      samplingRate: 50,
      createdFrom: 'self-served',
      ...requestBody,
    })
    await vercel.logDrains.getAllLogDrains({})
    expect(last().json).toMatchObject([{ id, deliveryFormat: 'ndjson', sources: ['build'] }])
    await vercel.drains.getDrain({ id })
    expect(last().json).toMatchObject({
      schemas: { log: { version: 'v1' } },
      delivery: { type: 'http', endpoint: requestBody.url, encoding: 'ndjson' },
      sampling: [{ type: 'head_sampling', rate: 0.5 }],
    })
    await vercel.logDrains.deleteConfigurableLogDrain({ id })
    expect((await vercel.drains.getDrains({})).drains).toEqual([])
  })

  it('of an integration is created, listed and deleted with its token, and gets the logs of builds', async ({
    deployhost,
  }) => {
    const { token } = deployhost.signIn({ login: 'ada', clientId: 'logger' })
    const { vercel } = checkedVercel(deployhost, token)
    const created = await vercel.logDrains.createLogDrain({ requestBody: { ...requestBody, name: 'Logger' } })
    expect(created).toMatchObject({ clientId: 'logger', createdFrom: 'integration', source: { kind: 'integration' } })
    const listed = await vercel.logDrains.getIntegrationLogDrains({})
    expect(listed).toMatchObject([{ id: created.id, name: 'Logger', url: requestBody.url }])
    const { vercel: ofUser } = checkedVercel(deployhost, 'ada')
    await expect(ofUser.logDrains.getIntegrationLogDrains({})).rejects.toMatchObject({ statusCode: 403 })
    const files = [{ file: 'a.txt', data: 'a' }]
    await ofUser.deployments.createDeployment({ requestBody: { name: 'website', target: 'production', files } })
    deployhost.clock.advance('1s')
    const sent = await deployhost.webhooks.next('drain.log')
    expect(sent.subscription.url).toBe(requestBody.url)
    await vercel.logDrains.deleteIntegrationLogDrain({ id: created.id })
    expect(await vercel.logDrains.getIntegrationLogDrains({})).toEqual([])
  })
})
