import https from 'node:https'
import nock from 'nock'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmulator, defineService, interceptHosts, type EmulatorBase } from '../index.ts'

// In a file of its own, as nock replaces functions of Node.js when it is imported.
const service = defineService({
  id: 'own',
  port: 4993,
  app: () => new Response('own'),
  hosts: [{ name: 'api', host: 'api.own.test' }],
})

let own: EmulatorBase

beforeAll(async () => {
  nock.restore()
  own = await createEmulator({ service, port: 0, hosts: 'real' })
})

afterAll(() => own.close())

const textOf = async (url: string): Promise<string> => (await fetch(url)).text()

function overHttps(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // Tools replace members of this object.
    https
      .get(url, { agent: false }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        response.on('end', () => resolve(text))
      })
      .on('error', reject)
  })
}

it.each(['before', 'after'])('nock that is set up %s answers its hosts, and the instance its own', async (order) => {
  if (order === 'before') nock.activate()
  using intercepted = interceptHosts([own])
  if (order === 'after') nock.activate()
  nock('https://mocked.test').get('/').twice().reply(200, 'nock')
  expect(await overHttps('https://mocked.test/')).toBe('nock')
  expect(await textOf('https://mocked.test/')).toBe('nock')
  expect(await overHttps('https://api.own.test/')).toBe('own')
  expect(await textOf('https://api.own.test/')).toBe('own')
  await fetch('https://refused.test/').catch(() => undefined)
  expect(intercepted.refused.map(({ host }) => host)).toEqual(['refused.test'])
  nock.cleanAll()
  if (order === 'after') nock.restore()
  intercepted.close()
  nock.restore()
})
