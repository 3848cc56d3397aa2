import { createEmulator } from '#emulator.ts'
import { serviceContract } from '#testkit/service-contract.ts'
import { docdb } from './index.ts'

const headers = { authorization: 'Bearer backlot_admin' }

serviceContract(docdb, {
  headers,
  change: { method: 'POST', path: '/api/atlas/v2/groups', body: { name: 'Shop', orgId: await organizationId() } },
  reads: ['/api/atlas/v2/groups', '/api/atlas/v2/orgs', '/api/atlas/v2/clusters'],
  errorMembers: [['detail'], ['errorCode']],
})

/** Returns the id of the organization, which is the same in every instance that starts at the contract's time. */
async function organizationId(): Promise<string> {
  await using emulator = await createEmulator({ service: docdb, port: 0, now: '2026-01-01T00:00:00Z' })
  const answer = await emulator.fetch('http://host/api/atlas/v2/orgs', { headers })
  const { results } = (await answer.json()) as { results: { id: string }[] } // the vendor's list
  return results[0]?.id ?? ''
}
