import { expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

it('purges the caches of a project that the principal may change', async ({ at }) => {
  const { vercel } = at.as('ada')
  const website = { slug: 'acme', projectIdOrName: 'website' }
  await vercel.edgeCache.invalidateByTags({ ...website, requestBody: { tags: ['a'] } })
  await vercel.edgeCache.dangerouslyDeleteByTags({ ...website, requestBody: { tags: 'a' } })
  await vercel.edgeCache.invalidateBySrcImages({ ...website, requestBody: { srcImages: ['/a.png'] } })
  const purge = async (query: string, token = 'ada') =>
    (await at.call('POST', `/v1/edge-cache/purge-all?${query}`, { token })).status
  expect(await purge('slug=acme&projectIdOrName=website')).toBe(200)
  expect(await purge('slug=acme&projectIdOrName=missing')).toBe(404)
  expect(await purge('slug=acme')).toBe(400)
  expect(await purge('slug=acme&projectIdOrName=website', 'vera')).toBe(403)
  const dataCache = await at.call('DELETE', '/v1/data-cache/purge-all?slug=acme&projectIdOrName=website')
  expect(dataCache.status).toBe(200)
})
