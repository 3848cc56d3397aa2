import { expect, test as base } from 'vitest'
import { emulatorFixture } from 'backlot/vitest'
import { rooms } from './rooms.ts'

const test = base.extend(
  emulatorFixture(rooms, { seed: { rooms: { rooms: ['Attic', 'Cellar'], taken: { Cellar: 'ada' } } } }),
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
