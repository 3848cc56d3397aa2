import { expect, it } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { notes, notesRoutes } from '#testkit/notes.ts'
import type { RouteTable } from './routes.ts'

/** A service whose routes are loaded with the first request. */
function lazyNotes(load: () => Promise<RouteTable>) {
  return { ...notes, routes: { operations: notesRoutes.map(({ operation }) => operation), load } }
}

it('loads the routes with the first request, once for all instances', async () => {
  let loads = 0
  const service = lazyNotes(async () => {
    loads += 1
    return { routes: notesRoutes }
  })
  await using first = await createEmulator({ service, port: 0 })
  await using second = await createEmulator({ service, port: 0 })
  expect(loads).toBe(0)
  const both = await Promise.all([first.fetch('http://notes/notes'), second.fetch('http://notes/notes')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await first.fetch('http://notes/notes')).status).toBe(200)
  expect(loads).toBe(1)
})

it('answers 500 when the routes cannot be loaded, and loads them again with the next request', async () => {
  let isBroken = true
  const service = lazyNotes(async () => {
    if (isBroken) throw new Error('the disk is gone')
    return { routes: notesRoutes }
  })
  await using emulator = await createEmulator({ service, port: 0 })
  expect((await emulator.fetch('http://notes/notes')).status).toBe(500)
  expect(emulator.requests[0]?.error).toContain('the disk is gone')
  isBroken = false
  expect((await emulator.fetch('http://notes/notes')).status).toBe(200)
})

it('knows the operations for faults before the routes are loaded', async () => {
  const service = lazyNotes(async () => ({ routes: notesRoutes }))
  await using emulator = await createEmulator({ service, port: 0 })
  const [operation = ''] = service.routes.operations
  emulator.faults.add({ operation, status: 503 })
  expect(() => emulator.faults.add({ operation: `${operation}x`, status: 503 })).toThrow(`did you mean "${operation}"`)
})

it('finds operations by the function that comes with the routes', async () => {
  const [route] = notesRoutes
  if (route === undefined) throw new Error('the notes have no routes')
  const service = lazyNotes(async () => ({
    routes: notesRoutes,
    identify: () => ({ operation: route.operation, params: {} }),
  }))
  await using emulator = await createEmulator({ service, port: 0 })
  expect((await emulator.fetch('http://notes/anything')).status).not.toBe(501)
  expect(emulator.requests[0]?.operation).toBe(route.operation)
})
