import { empty, redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { readDocument } from '#cloud/protocols/read-xml.ts'
import { writeXml } from '#cloud/protocols/xml.ts'
import { checksumHeaders } from '#cloud/rules/s3/uploads/checksums.ts'
import { entityTag } from '#cloud/rules/s3/objects/entity-tag.ts'
import { detailsOf } from '#cloud/rules/s3/objects/details.ts'
import { formHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { emitObjectEvent } from '#cloud/rules/s3/events/emit-event.ts'
import { objectUrl } from '#cloud/rules/s3/objects/object-url.ts'
import { receiveForm, type PostedForm } from '#cloud/steps/s3/post-form.ts'
import { putVersion } from '#cloud/rules/s3/objects/put-version.ts'
import { checkTags, TAG_OWNERS } from '#cloud/rules/s3/objects/tags.ts'
import type { ObjectVersion, Tag } from '#cloud/schema/s3.ts'
import { encryptionHeaders } from '#cloud/xml/object-headers.ts'
import { tagging } from '../objects/settings.ts'
import { loadBucket } from '#cloud/steps/s3/load-bucket.ts'

const { post } = routesFor<CloudCall>()

/** Uploads by HTML forms. https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html */
export const postObjectRoutes = [
  post('s3:PostObject', '/:bucket', loadBucket(null), receiveForm, parseFormTags, (call) => {
    const { bucket, form, tags } = call
    const details = detailsOf(formHeaders(call, form.fields), bucket, call.clock.now())
    const version = putVersion(call, bucket, form.key, {
      ...details,
      ...(tags === null ? {} : { tags }),
      etag: entityTag(call, details, form.md5),
      checksums: form.checksums,
      checksumType: 'FULL_OBJECT',
      parts: null,
      content: [form.segment],
    })
    emitObjectEvent(call, bucket, 'ObjectCreated:Post', version)
    return postedAnswer(call, form, version)
  }),
]

/** A step that parses the form field `tagging` and adds its tags as `tags`; null without the field. */
async function parseFormTags({
  form,
}: {
  readonly form: PostedForm
}): Promise<{ readonly tags: readonly Tag[] | null }> {
  const document = form.fields.get('tagging')
  if (document === undefined) return { tags: null }
  return { tags: checkTags((await readDocument(document, 'Tagging', tagging)).TagSet.Tag, TAG_OWNERS.object) }
}

/** Returns the answer that the form asks for, by default 204. */
function postedAnswer(call: CloudCall, { fields, key }: PostedForm, version: ObjectVersion): Answer {
  const { bucket, etag, versionId } = version
  const location = objectUrl(call, bucket, key)
  const headers = {
    etag: `"${etag}"`,
    ...(versionId === 'null' ? {} : { 'x-amz-version-id': versionId }),
    ...checksumHeaders(version.checksums, version.checksumType),
    ...encryptionHeaders(version),
  }
  const target = fields.get('success_action_redirect') ?? fields.get('redirect')
  if (target !== undefined && URL.canParse(target)) {
    const url = new URL(target)
    for (const [name, value] of Object.entries({ bucket, key, etag: `"${etag}"` })) url.searchParams.append(name, value)
    return redirect(url.href, 303, headers)
  }
  const status = fields.get('success_action_status')
  if (status !== '201') return empty(status === '200' ? 200 : 204, { ...headers, location })
  const body = writeXml('PostResponse', { Location: location, Bucket: bucket, Key: key, ETag: `"${etag}"` })
  return { status: 201, headers: { 'content-type': 'application/xml', ...headers, location }, body }
}
