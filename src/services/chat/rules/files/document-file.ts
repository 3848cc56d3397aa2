import type { ChatContext } from '#chat/call.ts'
import type { File } from '#chat/schema/messages.ts'
import { newId } from '../new-id.ts'
import { seconds } from '../timestamps.ts'

/** Returns the members of the file of a new canvas or list that do not depend on its kind. */
export function documentFile(
  context: ChatContext,
  title: string,
): Omit<File, 'userId' | 'botId' | 'filetype' | 'mimetype' | 'size'> {
  const { rows, ids, clock } = context
  return {
    id: newId(context, 'F'),
    number: rows.numbers.next(),
    name: title,
    title,
    altText: null,
    createdAt: seconds(clock.now()),
    state: 'complete',
    uploadKey: ids.secret.base62(48),
    publicKey: null,
  }
}
