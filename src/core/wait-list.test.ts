import { expect, it } from 'vitest'
import { WaitList } from './wait-list.ts'

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
