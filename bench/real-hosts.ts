import { Agent, get } from 'node:https'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createEmulator, interceptHosts, type Seed } from '../src/index.ts'
import { median } from './child.ts'

const ROUNDS = 7
const WARM_UP = 2000
const TIMES = 1000

const PATH = '/repos/octocat/hello-world/issues/1'
const HEADERS = { authorization: 'Bearer bench', accept: 'application/vnd.github+json', 'user-agent': 'bench' }

/** The CPU time of a GET of one issue with its body, in microseconds, client and server together. */
export interface RealHostCosts {
  /** `fetch` of the vendor's host. */
  readonly inProcess: number
  /** `https.get` of the vendor's host over a kept connection, which is redirected to the instance. */
  readonly steered: number
  /** `fetch` of the instance at its own address. */
  readonly loopback: number
  /** `fetch` of the vendor's host, answered by a handler of MSW with the same bytes. */
  readonly msw: number
}

/** Measures the ways in which a call of production code is answered within its process. */
export async function realHostCosts(seed: Seed): Promise<RealHostCosts> {
  const codehost = await createEmulator({ service: 'codehost', port: 0, seed, hosts: 'real' })
  const loopback = await cpuOf(() => textOf(codehost.url + PATH))
  const intercepted = interceptHosts([codehost])
  const sample = await fetch(`https://api.github.com${PATH}`, { headers: HEADERS })
  const headers = Object.fromEntries(sample.headers)
  const body = await sample.text()
  const inProcess = await cpuOf(() => textOf(`https://api.github.com${PATH}`))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const steered = await cpuOf(() => overHttps(`https://api.github.com${PATH}`, agent))
  agent.destroy()
  intercepted.close()
  await codehost.close()
  const server = setupServer(http.get(`https://api.github.com${PATH}`, () => new HttpResponse(body, { headers })))
  server.listen()
  const msw = await cpuOf(() => textOf(`https://api.github.com${PATH}`))
  server.close()
  return { inProcess, steered, loopback, msw }
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url, { headers: HEADERS })).text()
}

function overHttps(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: HEADERS }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve(text))
    }).on('error', reject)
  })
}

async function cpuOf(call: () => Promise<string>): Promise<number> {
  const perCall = async (times: number): Promise<number> => {
    const before = process.cpuUsage()
    for (let time = 0; time < times; time++) await call()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / times
  }
  if ((await call()).length < 1000) throw new Error('the issue is not answered')
  await perCall(WARM_UP)
  const measured: number[] = []
  for (let round = 0; round < ROUNDS; round++) measured.push(await perCall(TIMES))
  return median(measured)
}
