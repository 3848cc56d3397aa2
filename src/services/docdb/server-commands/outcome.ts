import { double, type Document } from '#docdb/values/value.ts'

/** The member `ok` of the reply to a command that is done: a Double, as the server writes it. */
export const DONE = double(1)

/** The member `ok` of the reply to a command that is refused. */
export const REFUSED = double(0)

/** Returns whether a reply says that its command is done. */
export function isDone(reply: Document): boolean {
  return reply['ok'] === DONE
}
