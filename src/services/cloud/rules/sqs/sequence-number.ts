import type { Work } from '../../call.ts'

const FIRST = 18_849_496_460_467_696_128n

/** The next number of those that grow with each message of a FIFO queue: twenty digits. */
export function nextSequenceNumber({ store }: Pick<Work, 'store'>): string {
  return String(FIRST + 256n * BigInt(store.next('sqs sequence numbers')))
}
