import { ownMember } from './objects.ts'
import { json, type Answer } from './answer.ts'
import { hasToken, isFromPage } from './control.ts'
import type { CommandOfAllName } from './control-document.ts'
import type { Exchange } from './exchange.ts'
import type { Instance } from './instance.ts'

/** A command of the control plane of all instances behind one port. */
type CommandOfAll = (instances: readonly Instance[]) => unknown

/** The commands, by `METHOD path` under `/_backlot/`. Each service has its own under `/<service>/_backlot/`. */
const commandsOfAll = {
  'GET health': (instances) => ({ services: instances.map(({ service }) => service.id), pid: process.pid }),
  'POST reset': (instances) => {
    for (const instance of instances) instance.reset()
  },
  'POST settled': async (instances) => {
    await Promise.all(instances.map(({ webhooks }) => webhooks.settled()))
  },
  'GET env': (instances) =>
    instances.map((instance) => ({ service: instance.service.id, variables: instance.environment() })),
} satisfies Readonly<Record<CommandOfAllName, CommandOfAll>>

const byName: Readonly<Record<string, CommandOfAll>> = commandsOfAll

/**
 * Answers a request to the control plane of all instances behind one port. `path` is what follows `/_backlot/`. The
 * instances have one token in common, or none.
 */
export async function controlAll(instances: readonly Instance[], exchange: Exchange, path: string): Promise<Answer> {
  const [first] = instances
  if (isFromPage(exchange)) return json({ error: 'the control plane is not for web pages' }, 403)
  if (path !== 'health' && first !== undefined && !hasToken(first, exchange)) {
    return json(
      {
        error:
          'this port is open to the network: send authorization: Bearer and the token that is printed at its start',
      },
      401,
    )
  }
  const name = `${exchange.method} ${path}`
  if (name === 'GET openapi.json') {
    const { documentOfAll } = await import('./control-document.ts')
    return json(documentOfAll(instances))
  }
  const command = ownMember(byName, name)
  if (command === undefined) {
    const names = Object.keys(commandsOfAll).join(', ')
    return json(
      { error: `${exchange.method} /_backlot/${path}: no such command of all services; there are ${names}` },
      404,
    )
  }
  if (exchange.method === 'POST' && !/^application\/json\b/i.test(String(exchange.headers['content-type'] ?? ''))) {
    return json({ error: `POST /_backlot/${path}: send content-type: application/json` }, 415)
  }
  return json((await command(instances)) ?? null)
}
