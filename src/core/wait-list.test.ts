import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { WaitList } from './wait-list.ts'

it('rejects at once when the client is gone already, and looks for nothing', async () => {
  const looked: string[] = []
  const wanted = { look: () => void looked.push('look'), expired: String, givenUp: String }
  const gone = AbortSignal.abort(new Error('the client is gone'))
  await expect(new WaitList().add(wanted, 60_000, gone)).rejects.toThrow('the client is gone')
  expect(looked).toEqual([])
})

it('does not keep a process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  const before = timers()
  const waits = new WaitList()
  const wanted = { look: () => undefined, expired: String, givenUp: (reason: string) => `no mail before ${reason}` }
  const waiting = waits.add(wanted, 60_000)
  expect(timers()).toBe(before)
  waits.giveUp('the reset')
  await expect(waiting).rejects.toThrow('no mail before the reset')
})

it('listens for the end of a client only while it waits', async () => {
  const waits = new WaitList()
  const client = new AbortController()
  let found: string | undefined
  const wanted = { look: () => found, expired: String, givenUp: (reason: string) => `nothing before ${reason}` }
  const seen = waits.add(wanted, 60_000, client.signal)
  expect(getEventListeners(client.signal, 'abort')).toHaveLength(1)
  found = 'a mail'
  waits.lookAgain()
  await expect(seen).resolves.toBe('a mail')
  expect(getEventListeners(client.signal, 'abort')).toHaveLength(0)
  found = undefined
  const lost = waits.add(wanted, 60_000, client.signal)
  waits.giveUp('the reset')
  await expect(lost).rejects.toThrow('nothing before the reset')
  const late = waits.add(wanted, 0, client.signal)
  await expect(late).rejects.toThrow('0')
  expect(getEventListeners(client.signal, 'abort')).toHaveLength(0)
})
