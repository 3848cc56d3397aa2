import { body, collection, defineService, Failure, json, jsonErrors, routesFor, SeedProblem } from 'backlot'
import type { CallOf } from 'backlot'
import * as v from 'valibot'

const collections = {
  rooms: collection<{ id: string }>()({}),
  bookings: collection<{ id: number; room: string; by: string }>()({ unique: { room: ['room'] } }),
}
const { get, post } = routesFor<CallOf<typeof collections, { readonly name: string }>>()

/** A stand-in for the company's room booking API: it lists rooms and takes bookings. */
export const rooms = defineService({
  id: 'rooms',
  port: 4020,
  title: 'Room booking API',
  seed: v.strictObject({
    rooms: v.optional(v.array(v.string()), []),
    taken: v.optional(v.record(v.string(), v.string()), {}),
  }),
  starter: 'rooms: [Attic, Cellar]\n',
  collections,
  applySeed({ rows }, section) {
    for (const id of section.rooms) rows.rooms.insert({ id })
    for (const [room, by] of Object.entries(section.taken)) {
      if (!section.rooms.includes(room)) throw new SeedProblem(['taken', room], 'there is no such room', section.rooms)
      rows.bookings.insert({ room, by })
    }
  },
  authenticate: ({ header }) => ({ name: header('x-employee') ?? 'a stranger' }),
  dialect: jsonErrors,
  routes: [
    get('rooms/list', '/rooms', ({ rows }) =>
      json(rows.rooms.all().map(({ id }) => ({ id, by: rows.bookings.find('room', id)?.by ?? null }))),
    ),
    post('rooms/book', '/bookings', body(v.object({ room: v.string() })), ({ rows, body, principal }) => {
      if (rows.rooms.get(body.room) === undefined) throw new Failure(404, `there is no room ${body.room}`)
      if (rows.bookings.find('room', body.room) !== undefined) throw new Failure(409, `${body.room} is taken`)
      return json(rows.bookings.insert({ room: body.room, by: principal?.name ?? 'a stranger' }), 201)
    }),
  ],
  env: (url) => ({ ROOMS_URL: url }),
})
