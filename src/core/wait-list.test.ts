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
