import * as v from 'valibot'
import { presentDetails } from '#chat/interactions/entity-details.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { ok } from '#chat/json/ok.ts'
import { flag, structure, text } from '#chat/rules/arguments.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { isAbsent } from '#chat/rules/messages/absent.ts'
import { isEntity } from '#chat/rules/messages/entities.ts'
import type { EntityMetadata } from '#chat/schema/entities.ts'
import { method } from './method.ts'

/** The methods of Work Objects. */
export const entityRoutes = [
  ...method(
    'entity.presentDetails',
    {
      scopes: [],
      args: v.object({
        trigger_id: text,
        metadata: v.optional(structure),
        user_auth_required: v.optional(flag),
        user_auth_url: v.optional(text),
        error: v.optional(structure),
      }),
    },
    (call) => {
      const { args, principal } = call
      if (principal.app === null) throw slackFailure('invalid_app_id')
      if (args.user_auth_required === true && isAbsent(args.user_auth_url)) throw slackFailure('user_auth_url_missing')
      presentDetails(call, principal.app, args.trigger_id, {
        metadata: entityIn(args.metadata),
        authUrl: args.user_auth_required === true ? (args.user_auth_url ?? null) : null,
        error: isObject(args.error) ? args.error : null,
      })
      return ok(call)
    },
  ),
]

/** @throws `invalid_metadata`. */
function entityIn(metadata: unknown): EntityMetadata | null {
  if (isAbsent(metadata)) return null
  if (!isEntity(metadata)) throw slackFailure('invalid_metadata')
  return metadata
}
