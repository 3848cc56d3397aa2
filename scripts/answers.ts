// Writes the types of the answers of operations, from their handlers: `npm run answers`, or for one service
// `npm run answers -- codehost`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routesOf } from '#core/service-routes.ts'
import { resolveService } from '../src/find-service.ts'
import { registry, type ServiceId } from '../src/registry.ts'
import { answerTypes, type ServiceOperations } from './answers/answer-types.ts'

const named = process.argv.slice(2)
const ids = registry.map(({ id }) => id).filter((id) => named.length === 0 || named.includes(id))
for (const [file, text] of answerTypes(process.cwd(), await Promise.all(ids.map(operationsOf)))) {
  writeFileSync(join(process.cwd(), file), text)
  process.stdout.write(`wrote ${file}\n`)
}

/** Finds the operations that share a handler, such as those of a former path, and those within the bodies of others. */
async function operationsOf(id: string): Promise<ServiceOperations> {
  const { routes, carried } = await routesOf(await resolveService(id as ServiceId)) // the ids are those of the registry
  const byHandler = new Map<object, string[]>()
  for (const { operation, readers, run } of routes) {
    const handler = readers?.at(-1) ?? run
    byHandler.set(handler, [...(byHandler.get(handler) ?? []), operation])
  }
  const groups = [...byHandler.values()]
  const within = ((await carried?.ids()) ?? []).map((each) => [each, carried?.within ?? ''] as const)
  return {
    id,
    sharing: new Map(groups.flatMap((group) => group.map((each) => [each, group]))),
    within: new Map(within),
  }
}
