import { startWithFacts } from '../../src/emulator.ts'
import { registry, type ServiceId } from '../../src/registry.ts'
import { factsOf, type StartFacts } from '../../src/sleeping/start-facts.ts'
import { starterContent } from '../../src/starter.ts'

/**
 * Returns the facts about a start of each service with its starter seed, by its id.
 *
 * @throws Error for a service that cannot sleep.
 */
export async function starterFacts(): Promise<Readonly<Record<string, StartFacts>>> {
  const entries = registry.map(async ({ id, load }) => {
    const service = await load()
    const options = { service: id as ServiceId, seed: await starterContent(service), port: 0 } // an id of the registry
    const { emulator, ...findings } = await startWithFacts(service, options, {})
    await emulator.close()
    const facts = factsOf(findings)
    if (facts === null) throw new Error(`${id}: a service with its starter seed must be able to sleep`)
    return [id, facts] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
