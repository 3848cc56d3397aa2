import { expect, it } from 'vitest'
import { notes } from '#testkit/notes.ts'
import { createEmulator, type Emulator } from '../../emulator.ts'

// That every service begins with a copied state is a rule of serviceContract.

const copied = async ({ url }: Pick<Emulator, 'url'>): Promise<{ notes: object }> =>
  (await (await fetch(`${url}/_backlot/inspection/seed`)).json()) as { notes: object }

it('is the state of a service of defineService too', async () => {
  await using emulator = await createEmulator({
    service: notes,
    port: 0,
    seed: { notes: { notes: [{ title: 'one' }] } },
  })
  await using copy = await createEmulator({ service: notes, port: 0, seed: await copied(emulator) })
  expect(await (await fetch(`${copy.url}/notes`)).json()).toEqual([expect.objectContaining({ title: 'one' })])
})

it('keeps the clock, which stands still in the copy where it did before', async () => {
  await using emulator = await createEmulator({ service: notes, port: 0, now: '2030-01-01T00:00:00Z' })
  emulator.clock.advance('1h')
  await using copy = await createEmulator({ service: notes, port: 0, seed: await copied(emulator) })
  expect(new Date(copy.clock.now()).toISOString()).toBe('2030-01-01T01:00:00.000Z')
})

it('is refused where it is damaged, or of another version', async () => {
  await using emulator = await createEmulator({ service: notes, port: 0 })
  const { state } = (await copied(emulator)).notes as { readonly state: object }
  const start = (changes: object): Promise<unknown> =>
    createEmulator({ service: notes, port: 0, seed: { notes: { state: { ...state, ...changes } } as object } })
  await expect(start({ rows: { notes: 'none' } })).rejects.toThrow('notes.state.rows.notes')
  await expect(start({ version: 99 })).rejects.toThrow('99')
})
