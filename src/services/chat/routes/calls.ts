import * as v from 'valibot'
import { optionalInteger, structure, text } from '#chat/rules/arguments.ts'
import { callJson } from '#chat/json/call.ts'
import { ok } from '#chat/json/ok.ts'
import { addCall, addParticipants, findActiveCall, findCall, removeParticipants } from '#chat/rules/calls.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { method } from './method.ts'

const WRITE = { scopes: ['calls:write'] } as const
const urls = { title: v.optional(text), desktop_app_join_url: v.optional(text) }

/** The methods of calls. https://docs.slack.dev/apis/web-api/using-the-calls-api */
export const callsRoutes = [
  ...method(
    'calls.add',
    {
      ...WRITE,
      args: v.object({
        ...urls,
        external_unique_id: text,
        join_url: text,
        external_display_id: v.optional(text),
        created_by: v.optional(text),
        date_start: optionalInteger,
        users: v.optional(structure),
      }),
    },
    (call) => ok(call, { call: callJson(addCall(call, call.principal, call.args)) }),
  ),

  ...method('calls.info', { scopes: ['calls:read'], args: v.object({ id: text }) }, (call) =>
    ok(call, { call: callJson(findCall(call, call.args.id)) }),
  ),

  ...method('calls.update', { ...WRITE, args: v.object({ ...urls, id: text, join_url: v.optional(text) }) }, (call) => {
    const { args, rows } = call
    const before = findCall(call, args.id)
    const changed = rows.calls.update(before.id, {
      title: args.title ?? before.title,
      joinUrl: args.join_url ?? before.joinUrl,
      desktopAppJoinUrl: args.desktop_app_join_url ?? before.desktopAppJoinUrl,
    })
    return ok(call, { call: callJson(changed) })
  }),

  ...method('calls.end', { ...WRITE, args: v.object({ id: text, duration: optionalInteger }) }, (call) => {
    const { args, rows, clock } = call
    const { id, startedAt } = findActiveCall(call, args.id)
    const endedAt = args.duration === undefined ? seconds(clock.now()) : startedAt + args.duration
    return ok(call, { call: callJson(rows.calls.update(id, { endedAt })) })
  }),

  ...method('calls.participants.add', { ...WRITE, args: v.object({ id: text, users: structure }) }, (call) => {
    const { args } = call
    return ok(call, { call: callJson(addParticipants(call, findActiveCall(call, args.id), args.users)) })
  }),

  ...method('calls.participants.remove', { ...WRITE, args: v.object({ id: text, users: structure }) }, (call) => {
    const { args } = call
    return ok(call, { call: callJson(removeParticipants(call, findActiveCall(call, args.id), args.users)) })
  }),
]
