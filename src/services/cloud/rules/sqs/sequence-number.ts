import type { CloudContext } from '#cloud/call.ts'

const FIRST = 18_849_496_460_467_696_128n

/** Returns the next sequence number of FIFO queues: twenty digits, always increasing. */
export function nextSequenceNumber({ rows }: Pick<CloudContext, 'rows'>): string {
  return String(FIRST + 256n * BigInt(rows.fifoMessageNumbers.next()))
}
