import { emulatorFixture } from 'backlot/vitest'
import { expect, test as base } from 'vitest'
import { service } from './rooms.ts'

const test = base.extend(
  emulatorFixture(service, { seed: { rooms: { rooms: ['Attic', 'Cellar'], taken: { Cellar: 'ada' } } } }),
)

const book = (url: string, room: string): Promise<Response> =>
  fetch(`${url}/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-employee': 'grace' },
    body: JSON.stringify({ room }),
  })

test('a free room can be booked once', async ({ rooms }) => {
  expect((await book(rooms.url, 'Attic')).status).toBe(201)
  expect((await book(rooms.url, 'Attic')).status).toBe(409)
  expect(await (await fetch(`${rooms.url}/rooms`)).json()).toEqual([
    { id: 'Attic', by: 'grace' },
    { id: 'Cellar', by: 'ada' },
  ])
})

test('every test begins with the seed', async ({ rooms }) => {
  expect((await book(rooms.url, 'Attic')).status).toBe(201)
  expect((await book(rooms.url, 'Cellar')).status).toBe(409)
  expect(rooms.requests.map(({ status }) => status)).toEqual([201, 409])
})

test('a fault and the clock reach the application too', async ({ rooms }) => {
  rooms.faults.add({ path: '/bookings', status: 503, times: 1 })
  expect((await book(rooms.url, 'Attic')).status).toBe(503)
  rooms.clock.freeze('2030-01-01T00:00:00Z')
  expect(await (await book(rooms.url, 'Attic')).json()).toEqual({ room: 'Attic', at: Date.UTC(2030, 0, 1) })
})
