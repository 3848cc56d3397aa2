import type { ChatContext } from '#chat/call.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import type { Interaction } from '#chat/schema/app.ts'
import { closeModals, openModals, pushModal, updateView, viewContent } from './views.ts'

/**
 * Applies the answer to a submission. Without `response_action` the modal closes.
 * https://docs.slack.dev/surfaces/modals#response_actions
 *
 * @throws Error for an answer that the vendor does not understand; then nothing has changed.
 */
export function applyViewResponse(
  context: ChatContext,
  { viewId, userId }: Pick<Interaction, 'viewId' | 'userId'>,
  members: Readonly<Record<string, unknown>>,
): void {
  const view = context.rows.views.get(viewId)
  // Another request may have closed the modal meanwhile.
  if (view === undefined) return
  const { response_action: action = 'close', view: newView, errors } = members
  switch (action) {
    case 'close': {
      const stack = openModals(context, userId)
      const above = stack.slice(stack.findIndex(({ id }) => id === view.id))
      closeModals(context, above)
      return
    }
    case 'clear':
      closeModals(context, openModals(context, userId))
      return
    case 'update':
      updateView(context, view, viewContent(context, newView, 'modal'))
      return
    case 'push':
      pushModal(context, view, viewContent(context, newView, 'modal'), view)
      return
    case 'errors':
      context.rows.views.update(view.id, { errors: checkedErrors(view.blocks, errors) })
      return
    default:
      throw new Error(`response_action: expected errors, update, push or clear, got ${JSON.stringify(action)}`)
  }
}

function checkedErrors(
  blocks: readonly Readonly<Record<string, unknown>>[],
  errors: unknown,
): Readonly<Record<string, string>> {
  if (!isObject(errors) || Object.keys(errors).length === 0) throw new Error('errors: expected texts by block_id')
  const inputs = blocks.filter(({ type }) => type === 'input').map(({ block_id: id }) => String(id))
  for (const [id, text] of Object.entries(errors)) {
    if (typeof text !== 'string') throw new Error(`errors.${id}: expected text`)
    if (!inputs.includes(id)) {
      throw new Error(
        `errors: no input has the block_id ${JSON.stringify(id)}; there are ${inputs.join(', ') || 'none'}`,
      )
    }
  }
  return errors as Readonly<Record<string, string>> // checked above
}
