import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

describe('versions', () => {
  it.for([
    ['GET', '/v99/projects'],
    ['GET', '/v1/user'],
    ['POST', '/v3/projects/blog/env'],
    ['PATCH', '/v2/projects/blog'],
    ['DELETE', '/v1/projects/blog/domains/x.dev'],
  ] as const)('%s %s: a version that there is not is refused in the vendor’s words', async ([method, path], { at }) => {
    const answer = await at.call(method, path, method === 'GET' ? {} : { body: {} })
    expect(answer).toEqual({ status: 400, body: { error: { code: 'bad_request', message: 'Invalid API version' } } })
  })

  it('that never existed are told apart from unknown paths', async ({ at }) => {
    const { status, body } = await at.call('GET', '/v2/nowhere')
    expect(status).toBe(501)
    expect(body.error.message).toContain('does not implement GET /v2/nowhere')
  })

  it('of one operation have the same answer', async ({ at }) => {
    const [one, other] = [await at.call('GET', '/v9/projects'), await at.call('GET', '/v10/projects')]
    expect(one).toEqual(other)
  })
})
