// Calls the vendors with the clients of one group of clients.mjs, in this thread, or as the program of a worker thread
// or a child process that run-leaves.mjs starts.
import { inspect } from 'node:util'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { clients } from './clients.mjs'
import { departures } from './departures.mjs'

/** Returns the failed clients, by name, with their errors, and the clients with packets that were to leave. */
export async function callClients({ group, names, privateKey, oidcA }) {
  const failures = {}
  const left = {}
  const chosen = clients.filter((each) => each.group === group && (names === undefined || names.includes(each.name)))
  for (const { name, create } of chosen) {
    const before = departures()
    try {
      const call = await create({ privateKey })
      await call({ oidcA: { authorize: (input) => authorize(oidcA, input) } })
    } catch (error) {
      failures[name] = inspect(error, { depth: 2 })
    }
    if (departures() > before) left[name] = departures() - before
  }
  return { called: chosen.length, failures, left }
}

/** Signs a person in at the instance of another thread or process. */
async function authorize(url, input) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/_backlot/authorize`, { method: 'POST', headers, body: JSON.stringify(input) })
  return response.json()
}

if (!isMainThread) parentPort.postMessage(await callClients(workerData))
else if (process.argv[1] === import.meta.filename && process.send !== undefined) {
  process.once('message', (input) => {
    void callClients(input).then((outcome) => process.send(outcome, () => process.exit()))
  })
}
