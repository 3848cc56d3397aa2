import { parentPort, workerData } from 'node:worker_threads'
import { commandOf } from '#core/control-commands.ts'
import { serve, type Served } from '../emulator.ts'
import { UnknownService, findService } from '../find-service.ts'
import { toPortable, type Order, type Reply, type Started, type ThreadStart, type ThreadTenant } from './messages.ts'

const { options, blocking, answered }: ThreadStart = workerData // openChannel passes it

async function start(): Promise<Started> {
  const service = await findService(options.service)
  if (service === undefined) throw new UnknownService(options.service)
  const served = await serve(service, options, {})
  // The sender of these commands blocks, so they must be done before this function returns.
  blocking.on('message', (order: Order) => {
    blocking.postMessage(run(order, () => obey(served, order)))
    Atomics.add(answered, 0, 1)
    Atomics.notify(answered, 0)
  })
  parentPort?.on('message', (order: Order) => {
    void settle(served, order).then((reply) => parentPort?.postMessage(reply))
  })
  const hosts = served.instance.vendorHosts?.list ?? []
  return { ok: true, url: served.url, port: served.port, env: served.env, hosts }
}

void start()
  .catch((error: unknown): Started => ({ ok: false, error: toPortable(error) }))
  .then((started) => parentPort?.postMessage(started))

function obey(served: Served, { command, input, tenant }: Order): unknown {
  if (command === 'tenant') return makeTenant(served, input)
  if (command === 'become') {
    served.instance.tenants.become(String(input['id']))
    return { id: input['id'], headers: served.instance.tenantHeaders }
  }
  const instance = tenant === undefined ? served.instance : served.instance.tenants.take(tenant)
  if (command === 'close') return tenant === undefined ? served.close() : instance.close()
  const execute = commandOf(instance, command)
  if (execute === undefined) throw new Error(`the thread knows no command ${command}`)
  return execute(instance, input)
}

function makeTenant({ instance, variablesAt }: Served, { id }: Order['input']): ThreadTenant {
  const { tenant, origin, tenantHeaders } = instance.tenants.take(id as string | undefined) // an id is checked there
  if (tenant === null) throw new Error('a tenant has a name')
  return { id: tenant.id, url: origin, headers: tenantHeaders, env: variablesAt(origin) }
}

function run({ id }: Order, work: () => unknown): Reply {
  try {
    return { id, ok: true, value: work() }
  } catch (error) {
    return { id, ok: false, error: toPortable(error) }
  }
}

async function settle(served: Served, order: Order): Promise<Reply> {
  try {
    return { id: order.id, ok: true, value: await obey(served, order) }
  } catch (error) {
    return { id: order.id, ok: false, error: toPortable(error) }
  }
}
