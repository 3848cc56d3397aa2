import * as v from 'valibot'
import { structure, text } from '#chat/rules/arguments.ts'
import type { ChatCall, Actor } from '#chat/call.ts'
import { useTrigger } from '#chat/interactions/trigger.ts'
import {
  homeOf,
  openModal,
  publishHome,
  pushModal,
  updateView,
  viewContent,
  type Owner,
} from '#chat/interactions/views.ts'
import { stepOf } from '#chat/rules/functions.ts'
import { viewJson } from '#chat/json/view.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { View } from '#chat/schema/app.ts'

const OPEN = { view: structure, trigger_id: v.optional(text), interactivity_pointer: v.optional(text) }

type WithActor = ChatCall & { readonly principal: Actor }

/** The methods of views. https://docs.slack.dev/reference/methods?family=views */
export const viewsRoutes = [
  ...method('views.open', { scopes: [], args: v.object(OPEN) }, (call) => {
    const { args } = call
    const content = viewContent(call, args.view, 'modal')
    const { userId } = useTrigger(call, appIdOf(call), triggerIn(args))
    return ok(call, { view: viewJson(call, openModal(call, { ...ownerOf(call), userId }, content)) })
  }),

  ...method('views.push', { scopes: [], args: v.object(OPEN) }, (call) => {
    const { args, rows } = call
    const content = viewContent(call, args.view, 'modal')
    const { userId, viewId } = useTrigger(call, appIdOf(call), triggerIn(args))
    const below = rows.views.get(viewId)
    if (below?.kind !== 'modal') throw slackFailure('not_found')
    return ok(call, { view: viewJson(call, pushModal(call, { ...ownerOf(call), userId }, content, below)) })
  }),

  ...method(
    'views.update',
    {
      scopes: [],
      args: v.object({
        view: structure,
        view_id: v.optional(text),
        external_id: v.optional(text),
        hash: v.optional(text),
      }),
    },
    (call) => {
      const { args } = call
      const view = findView(call, args.view_id, args.external_id)
      const content = viewContent(call, args.view, view.kind)
      requireHash(view, args.hash)
      return ok(call, { view: viewJson(call, updateView(call, view, content)) })
    },
  ),

  ...method(
    'views.publish',
    { scopes: [], args: v.object({ user_id: text, view: structure, hash: v.optional(text) }) },
    (call) => {
      const { args, rows } = call
      const appId = appIdOf(call)
      if (appId === null) throw slackFailure('not_enabled')
      const user = rows.users.get(args.user_id)
      if (user === undefined) throw slackFailure('invalid_arguments', { messages: ['[ERROR] invalid user_id'] })
      const content = viewContent(call, args.view, 'home')
      const before = homeOf(call, appId, user.id)
      if (before !== undefined) requireHash(before, args.hash)
      return ok(call, { view: viewJson(call, publishHome(call, { ...ownerOf(call), userId: user.id }, content)) })
    },
  ),
]

function triggerIn(args: {
  readonly trigger_id?: string | undefined
  readonly interactivity_pointer?: string | undefined
}): string {
  const id = args.trigger_id ?? args.interactivity_pointer
  if (id === undefined || id === '')
    throw slackFailure('invalid_arguments', { messages: ['[ERROR] missing required field: trigger_id'] })
  return id
}

function appIdOf({ principal }: WithActor): string | null {
  return principal.app?.id ?? null
}

function ownerOf({ principal }: WithActor): Omit<Owner, 'userId'> {
  return { appId: principal.app?.id ?? '', botId: principal.bot?.id ?? null, ...stepOf(principal) }
}

/**
 * Returns the app's view with this id or external id.
 *
 * @throws `not_found`.
 */
function findView(call: WithActor, id: string | undefined, externalId: string | undefined): View {
  const appId = appIdOf(call)
  if ((id ?? '') === '' && (externalId ?? '') === '') {
    throw slackFailure('invalid_arguments', { messages: ['[ERROR] missing required field: view_id'] })
  }
  const view = call.rows.views.get(id) ?? call.rows.views.find('external', `${appId ?? ''} ${externalId ?? ''}`)
  if (view === undefined || view.appId !== appId) throw slackFailure('not_found')
  return view
}

/** @throws `hash_conflict` when the app has seen another version of the view. */
function requireHash(view: View, hash: string | undefined): void {
  if (hash !== undefined && hash !== '' && hash !== view.hash) throw slackFailure('hash_conflict')
}
