import { expect, it } from 'vitest'
import { notes } from '#testkit/notes.ts'
import { Instance } from '../instance.ts'
import { protocolHost } from './protocol-host.ts'

const COMMAND = {
  method: 'COMMAND',
  path: '/notes',
  operation: 'notes/list',
  principal: 'ada',
  request: Buffer.from('list'),
  textOf: (body: Uint8Array) => `<${Buffer.from(body).toString()}>`,
}

const NO_PORT = () => Promise.reject(new Error('it does not listen'))

it('records an operation from its beginning to its end', () => {
  const instance = new Instance(notes, {
    section: { users: [], notes: [] },
    shared: { tokens: [], defaultLogin: null },
  })
  const operation = protocolHost(instance, NO_PORT).begin(COMMAND)
  expect([...instance.requests.underWay]).toHaveLength(1)
  expect(instance.requests.list()).toMatchObject([
    { id: 1, status: null, durationMs: null, request: { body: '<list>' } },
  ])
  operation.end(200, Buffer.from('none'))
  expect([...instance.requests.underWay]).toEqual([])
  expect(instance.requests.list()).toMatchObject([
    { id: 1, status: 200, principal: 'ada', request: { body: '<list>' }, response: { body: '<none>' } },
  ])
  expect(instance.requests.list()[0]?.durationMs).toBeGreaterThanOrEqual(0)
})

it('adds nothing to a log that a reset has emptied', () => {
  const instance = new Instance(notes, {
    section: { users: [], notes: [] },
    shared: { tokens: [], defaultLogin: null },
  })
  const operation = protocolHost(instance, NO_PORT).begin(COMMAND)
  instance.reset()
  operation.end(200, Buffer.from('none'))
  expect([instance.requests.list(), [...instance.requests.underWay]]).toEqual([[], []])
})
