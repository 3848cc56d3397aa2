import type { DocdbContext } from '#docdb/call.ts'

/** Returns a new id of 24 hexadecimal digits. As an ObjectId it begins with the time, so that ids grow. */
export function newObjectId({ rows, clock, ids }: Pick<DocdbContext, 'rows' | 'clock' | 'ids'>): string {
  const seconds = Math.floor(clock.now() / 1000)
  const counter = rows.objectIds.next() % 0x1000000
  let process = rows.objectIdProcess.get()
  if (process === undefined) {
    process = ids.hex(10)
    rows.objectIdProcess.set(process)
  }
  return digits(seconds, 8) + process + digits(counter, 6)
}

/** Returns whether a text has the form of an id. */
export function isObjectId(text: string): boolean {
  return /^[a-f0-9]{24}$/.test(text)
}

function digits(number: number, length: number): string {
  return number.toString(16).padStart(length, '0').slice(-length)
}
