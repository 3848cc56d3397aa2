import { firstPageJson } from './page.ts'
import { readOwn } from './read-own.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { isExpired, isPrivate } from '#payments/rules/files.ts'
import { now } from '#payments/rules/new-id.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { File, FileLink } from '#payments/schema/files.ts'

/** Writes a file. https://docs.stripe.com/api/files/object */
export function fileJson(context: PaymentsContext, file: File) {
  const links = context.rows.fileLinks.list('file', file.id).toReversed()
  return {
    id: file.id,
    object: 'file',
    created: file.created,
    expires_at: file.expiresAt,
    filename: file.filename,
    links: firstPageJson(
      links.map((link) => fileLinkJson(context, link)),
      `/v1/file_links?file=${file.id}`,
    ),
    purpose: file.purpose,
    size: file.size,
    title: file.title,
    type: file.type,
    url: isPrivate(file) ? null : context.urls.of(`/v1/files/${file.id}/contents`, 'files'),
  }
}

/** Writes a link to a file. https://docs.stripe.com/api/file_links/object */
export function fileLinkJson(context: PaymentsContext, link: FileLink) {
  return {
    id: link.id,
    object: 'file_link',
    created: link.created,
    expired: isExpired(link, now(context)),
    expires_at: link.expiresAt,
    file: link.file,
    livemode: false,
    metadata: link.metadata,
    url: context.urls.of(`/links/${link.token}`, 'files'),
  }
}

/** The kinds of objects about files. */
export const fileResources: readonly Resource[] = [
  { object: 'file', read: readOwn(({ files }) => files, fileJson), expandable: {} },
  { object: 'file_link', read: readOwn(({ fileLinks }) => fileLinks, fileLinkJson), expandable: { file: ['file'] } },
]
