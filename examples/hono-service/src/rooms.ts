import { defineService, type ApplicationEnv } from 'backlot'
import { Hono } from 'hono'

interface Booking {
  readonly by: string
  readonly at: number
}

const rooms = new Map<string, Booking | null>()

/** A mock of the company's room booking API, written with Hono. `c.env.clock` exists in tests only. */
export const app = new Hono<{ Bindings: Partial<ApplicationEnv> }>()
  .get('/rooms', (c) => c.json([...rooms].map(([id, booking]) => ({ id, by: booking?.by ?? null }))))
  .post('/bookings', async (c) => {
    const { room } = await c.req.json<{ room: string }>()
    const booking = rooms.get(room)
    if (booking === undefined) return c.json({ error: `there is no room ${room}` }, 404)
    if (booking !== null) return c.json({ error: `${room} is taken` }, 409)
    const at = c.env.clock?.now() ?? Date.now()
    rooms.set(room, { by: c.req.header('x-employee') ?? 'a stranger', at })
    return c.json({ room, at }, 201)
  })

/** Fills the application, which holds its own state. */
export function fill(section: { rooms?: string[]; taken?: Record<string, string> }): void {
  for (const id of section.rooms ?? ['Attic', 'Cellar']) rooms.set(id, null)
  for (const [id, by] of Object.entries(section.taken ?? {})) rooms.set(id, { by, at: 0 })
}

/**
 * The same application for tests: its own port in each worker, request log, faults, clock and a reset before each test.
 */
export const service = defineService({ id: 'rooms', port: 4020, app, reset: () => rooms.clear(), seed: fill })
