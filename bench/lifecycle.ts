import { createEmulator, type Seed } from '../src/index.ts'
import { cpuPerRequest, median, serve, type Probe } from './child.ts'

const ROUNDS = 7

/** The number of resets, and of tenants, before the first measurement: the engine compiles hot functions. */
const WARM_UP = 3000

const BARE: Probe = { method: 'GET', path: '/' }

/** The costs of resets and tenants of codehost with one seed. */
export interface LifecycleCost {
  readonly name: string
  /** The median time of a reset, in milliseconds. */
  readonly reset: number
  /** The median time in which a tenant is made and ended, in milliseconds. */
  readonly tenant: number
  /** That time over the CPU time of an answer of a bare server. */
  readonly tenantRatio: number
  /** The heap that a tenant adds, in KiB. */
  readonly memory: number
}

/**
 * Measures resets and tenants with each of these seeds, after all code is warm. The rounds of the seeds and of a bare
 * `node:http` server alternate, because the machine's speed changes from one second to the next.
 */
export async function lifecycleCosts(
  seeds: readonly (readonly [name: string, seed: Seed | undefined])[],
): Promise<readonly LifecycleCost[]> {
  const bare = await serve({ do: 'bare', answers: { 'GET /': { status: 200, headers: {}, body: '{}' } } })
  await cpuPerRequest(bare, BARE, WARM_UP)
  const measured = []
  for (const [name, seed] of seeds) {
    const codehost = await createEmulator({ service: 'codehost', port: 0, ...(seed === undefined ? {} : { seed }) })
    await timesOf(() => codehost.reset(), WARM_UP)
    await timesOf(() => codehost.tenant().close(), WARM_UP)
    measured.push({ name, codehost, resets: [] as number[], tenants: [] as number[], ratios: [] as number[] })
  }
  for (let round = 0; round < ROUNDS; round++) {
    const floor = (await cpuPerRequest(bare, BARE, 1000)) / 1000
    for (const { codehost, resets, tenants, ratios } of measured) {
      resets.push(median(await timesOf(() => codehost.reset(), 300)))
      const tenant = median(await timesOf(() => codehost.tenant().close(), 300))
      tenants.push(tenant)
      ratios.push(tenant / floor)
    }
  }
  bare.stop()
  const costs: LifecycleCost[] = []
  for (const { name, codehost, resets, tenants, ratios } of measured) {
    const memory = memoryOf(() => codehost.tenant())
    await codehost.close()
    costs.push({ name, reset: median(resets), tenant: median(tenants), tenantRatio: median(ratios), memory })
  }
  return costs
}

/** The times that some work takes, in milliseconds. */
export async function timesOf(work: () => unknown, times: number): Promise<readonly number[]> {
  const taken: number[] = []
  for (let round = 0; round < times; round++) {
    const started = performance.now()
    await work()
    taken.push(performance.now() - started)
  }
  return taken
}

/** The heap that each of a hundred values adds, in KiB. */
function memoryOf(make: () => unknown): number {
  const heap = (): number => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }
  const before = heap()
  const kept = Array.from({ length: 100 }, make)
  return (heap() - before) / kept.length / 1024
}
