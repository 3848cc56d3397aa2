import type { RecordContext } from '#oidc-d/call.ts'
import { notAllowedWhileActive, validationFailed } from '#oidc-d/errors.ts'
import type { InlineHook } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'
import { inlineHookEntity, recordEvent } from '../system-log/entries.ts'

/** The most inline hooks of all types together. */
const MOST = 50

/**
 * Creates an inline hook, which is active.
 *
 * @throws 400 when there are as many as there may be.
 */
export function createInlineHook(
  context: RecordContext,
  fields: Pick<InlineHook, 'name' | 'type' | 'version' | 'channel'>,
): InlineHook {
  const { rows, clock } = context
  if (rows.inlineHooks.size >= MOST) {
    throw validationFailed('inlineHook', `There are ${MOST} inline hooks, which is the most`)
  }
  const now = clock.now()
  const hook = rows.inlineHooks.insert({
    id: createId(context, 'cal'),
    ...fields,
    status: 'ACTIVE',
    created: now,
    lastUpdated: now,
  })
  recordEvent(context, 'inline_hook.created', { target: [inlineHookEntity(hook)] })
  return hook
}

/** Changes an inline hook, which keeps its type. */
export function updateInlineHook(
  context: RecordContext,
  hook: InlineHook,
  changes: Partial<Pick<InlineHook, 'name' | 'version' | 'channel'>>,
): InlineHook {
  const updated = context.rows.inlineHooks.update(hook.id, { ...changes, lastUpdated: context.clock.now() })
  recordEvent(context, 'inline_hook.updated', { target: [inlineHookEntity(updated)] })
  return updated
}

/** Activates or deactivates an inline hook. */
export function setInlineHookStatus(context: RecordContext, hook: InlineHook, status: InlineHook['status']) {
  const changed = context.rows.inlineHooks.update(hook.id, { status, lastUpdated: context.clock.now() })
  const step = status === 'ACTIVE' ? 'inline_hook.activated' : 'inline_hook.deactivated'
  recordEvent(context, step, { target: [inlineHookEntity(changed)] })
  return changed
}

/**
 * Deletes an inline hook. The policy rules that named it ask no hook from then on.
 *
 * @throws 400 for an active one.
 */
export function deleteInlineHook(context: RecordContext, hook: InlineHook): void {
  if (hook.status === 'ACTIVE') throw notAllowedWhileActive('inlineHook')
  context.rows.inlineHooks.delete(hook.id)
  recordEvent(context, 'inline_hook.deleted', { target: [inlineHookEntity(hook)] })
}
