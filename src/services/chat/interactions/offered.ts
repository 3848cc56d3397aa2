import type { ChatContext } from '#chat/call.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import type { Members } from './elements.ts'

/**
 * Returns the options that an app has offered a person for an element with external options, the newest first, each
 * once.
 */
export function offeredOptions(
  { rows }: Pick<ChatContext, 'rows'>,
  userId: string,
  actionId: string,
): readonly Members[] {
  const offered = rows.interactions
    .all()
    .filter((each) => each.kind.endsWith('_suggestion') && each.userId === userId && each.name === actionId)
    .toReversed()
    .flatMap(({ options }) => options ?? [])
    .filter(isObject)
  const seen = new Set<unknown>()
  return offered.filter(({ value }) => {
    const isNew = !seen.has(value)
    seen.add(value)
    return isNew
  })
}
