import { fileLinkJson } from '#payments/json/files.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  isInRange,
  metadata,
  range,
  required,
  text,
  timestamp,
  unsettable,
} from '#payments/protocol/params.ts'
import { addFileLink, isExpired } from '#payments/rules/files.ts'
import { now } from '#payments/rules/new-id.ts'
import { MOMENT_OR_NOW } from '#payments/rules/billing/subscriptions/field-params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { FileLink } from '#payments/schema/files.ts'

const one = '/v1/file_links/:link'

const byPath = { param: 'link', inPath: true }

/** Links to files. https://docs.stripe.com/api/file_links */
export const fileLinksRoutes = [
  post(
    'PostFileLinks',
    '/v1/file_links',
    { expires_at: timestamp(), file: required(text()), metadata: metadata() },
    (call) => {
      const { rows, account, input } = call
      const file = findRecord(rows.files, account, 'file', input.file, { param: 'file' })
      const expiresAt = input.expires_at ?? null
      const created = addFileLink(call, file, { expiresAt, metadata: mergeMetadata({}, input.metadata) })
      return answer(call, fileLinkJson(call, created))
    },
  ),
  get(
    'GetFileLinks',
    '/v1/file_links',
    { ...LIST_PARAMS, created: range(), expired: boolean(), file: text() },
    (call) => {
      const { created, expired, file } = call.input
      const at = now(call)
      const where = (each: FileLink): boolean =>
        isInRange(each.created, created) &&
        (expired === undefined || isExpired(each, at) === expired) &&
        (file === undefined || each.file === file)
      const found = newestFirst(call.rows.fileLinks, 'all', [call.account], where)
      return answerPage(call, found, 'file link', (row) => fileLinkJson(call, row))
    },
  ),
  get('GetFileLinksLink', one, {}, (call) =>
    answer(
      call,
      fileLinkJson(call, findRecord(call.rows.fileLinks, call.account, 'file link', call.params.link, byPath)),
    ),
  ),
  post('PostFileLinksLink', one, { expires_at: unsettable(MOMENT_OR_NOW), metadata: metadata() }, (call) => {
    const { rows, account, input, params } = call
    const before = findRecord(rows.fileLinks, account, 'file link', params.link, byPath)
    const { expires_at: end = before.expiresAt } = input
    const after = rows.fileLinks.update(before.id, {
      expiresAt: end === 'now' ? now(call) : end,
      metadata: mergeMetadata(before.metadata, input.metadata),
    })
    return answer(call, fileLinkJson(call, after))
  }),
]
