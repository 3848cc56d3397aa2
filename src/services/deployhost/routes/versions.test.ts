import { describe, expect, it } from 'vitest'
import { accounts } from '#deployhost/accounts.fixture.ts'

const at = accounts()

describe('versions', () => {
  it.each([
    ['GET', '/v99/projects'],
    ['GET', '/v1/user'],
    ['POST', '/v3/projects/blog/env'],
    ['PATCH', '/v2/projects/blog'],
    ['DELETE', '/v1/projects/blog/domains/x.dev'],
  ])('%s %s: a version that there is not is refused in the vendor’s words', async (method, path) => {
    const answer = await at.call(method, path, method === 'GET' ? {} : { body: {} })
    expect(answer).toEqual({ status: 400, body: { error: { code: 'bad_request', message: 'Invalid API version' } } })
  })

  it('that never existed are told apart from unknown paths', async () => {
    const { status, body } = await at.call('GET', '/v2/nowhere')
    expect(status).toBe(501)
    expect(body.error.message).toContain('does not implement GET /v2/nowhere')
  })

  it('of one operation have the same answer', async () => {
    const [one, other] = [await at.call('GET', '/v9/projects'), await at.call('GET', '/v10/projects')]
    expect(one).toEqual(other)
  })
})
