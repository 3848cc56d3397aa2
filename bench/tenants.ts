import { createEmulator, type Seed } from '../src/index.ts'
import { median } from './child.ts'

/** The cost of a request to a tenant, in process. */
export interface TenantCost {
  /** CPU time, in microseconds. */
  readonly cpu: number
  /** That time over the CPU time of the same request to the instance. */
  readonly ratio: number
}

/**
 * Measures a request to a tenant beside the same request to its instance. The ratio is the median of those of
 * neighbouring rounds, because the machine's speed changes from one second to the next.
 */
export async function tenantCosts(seed: Seed): Promise<TenantCost> {
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
  const costs: number[] = []
  const ratios: number[] = []
  await get({}, 6000)
  await get(tenantHeaders, 6000)
  for (let round = 0; round < 25; round++) {
    const plain = await get({}, 1000)
    const tenant = await get(tenantHeaders, 1000)
    costs.push(tenant)
    ratios.push(tenant / plain)
  }
  await codehost.close()
  return { cpu: median(costs), ratio: median(ratios) }
}
