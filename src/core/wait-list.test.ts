import { expect, it } from 'vitest'
import { WaitList } from './wait-list.ts'

it('keeps no process alive that has nothing else to do', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  const before = timers()
  const waits = new WaitList()
  const waiting = waits.add({ name: 'mail.inbox.next', look: () => undefined, missing: () => 'nothing' }, 60_000)
  expect(timers()).toBe(before)
  waits.giveUp('the reset')
  await expect(waiting).rejects.toThrow('mail.inbox.next: what it waits for did not come before the reset')
})
