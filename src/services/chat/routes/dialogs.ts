import * as v from 'valibot'
import { structure, text } from '#chat/rules/arguments.ts'
import { isReachable } from '#chat/delivery/send.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { dialogIn, openDialog } from '#chat/interactions/dialogs.ts'
import { useTrigger } from '#chat/interactions/trigger.ts'
import { ok } from '#chat/json/ok.ts'
import { isAbsent } from '#chat/rules/messages/absent.ts'
import { method } from './method.ts'

/** The words for a trigger that does not open a dialog. */
const TRIGGER_WORDS = { invalid: 'invalid_trigger', used: 'trigger_exchanged', expired: 'trigger_expired' } as const

/** The method of dialogs, which modals have replaced. */
export const dialogRoutes = method(
  'dialog.open',
  { scopes: [], args: v.object({ dialog: v.optional(structure), trigger_id: v.optional(text) }) },
  (call) => {
    const { args, principal, rows } = call
    const { dialog: value, trigger_id: id = '' } = args
    if (isAbsent(value)) throw slackFailure('missing_dialog')
    if (id === '') throw slackFailure('missing_trigger')
    const dialog = dialogIn(value)
    const { app, bot } = principal
    if (app === null || !isReachable(call, app, app.interactivityUrl)) throw slackFailure('app_missing_action_url')
    const { userId } = useTrigger(call, app.id, id, TRIGGER_WORDS)
    const channelId = rows.interactions.list('byTrigger', id)[0]?.channelId ?? null
    openDialog(call, { appId: app.id, botId: bot?.id ?? null, userId }, dialog, channelId)
    return ok(call)
  },
)
