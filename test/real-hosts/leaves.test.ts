import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hasNamespaces, leavesOf, PLACES, uncovered } from '../../scripts/real-hosts/leaves.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const names = ['`fetch`', '`node:http`', '`node:https`', '`node:http2`', 'axios', 'openid-client']

// `npm run test:leaves` calls all clients.
describe.runIf(hasNamespaces())('in a network in which every packet that is to leave is counted', () => {
  it('the socket and the look-up of a process without an interception are', () => {
    const { sockets, names: lookUps } = uncovered(root)
    expect([sockets > 0, lookUps > 0]).toEqual([true, true])
  })

  it.each(PLACES)('clients that call from the %s leave none', { timeout: 60_000 }, (place) => {
    expect(leavesOf(root, place, { names })).toMatchObject({
      called: names.length,
      failures: {},
      left: {},
      refused: [],
      total: 0,
    })
  })
})
