import { createEmulator, type Seed } from '../src/index.ts'
import { median } from './child.ts'

/** The CPU time of a request in process, in microseconds, and that of the same request to a tenant. */
export async function tenantCosts(seed: Seed): Promise<{ readonly plain: number; readonly tenant: number }> {
  const codehost = await createEmulator({ service: 'codehost', port: 0, seed })
  const { tenantHeaders } = codehost.tenant()
  const get = async (own: Readonly<Record<string, string>>, times: number): Promise<number> => {
    const before = process.cpuUsage()
    for (let time = 0; time < times; time++) {
      const headers = { authorization: 'Bearer bench', accept: 'application/vnd.github+json', ...own }
      const answer = await codehost.fetch(
        new Request('http://codehost/repos/octocat/hello-world/issues/1', { headers }),
      )
      if (answer.status !== 200) throw new Error(`the instance answers ${answer.status}`)
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / times
  }
  const plain: number[] = []
  const tenant: number[] = []
  await get({}, 6000)
  await get(tenantHeaders, 6000)
  for (let round = 0; round < 9; round++) {
    plain.push(await get({}, 3000))
    tenant.push(await get(tenantHeaders, 3000))
  }
  await codehost.close()
  return { plain: median(plain), tenant: median(tenant) }
}
