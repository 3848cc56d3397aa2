import { errorMessage } from '#core/error-message.ts'
import { FETCHED_BY, fetchBounded } from '#core/http/fetch-bounded.ts'
import { mediaTypeOf } from '#core/http/media-types.ts'
import { percentDecode } from '#core/text/percent-decode.ts'
import type { MailCall } from '#mail/call.ts'
import { invalidAttachment } from '#mail/errors.ts'
import type { Attachment } from '#mail/schema/emails.ts'

/**
 * The largest size of all attachments of an email together, in bytes of base64.
 * https://resend.com/docs/dashboard/emails/attachments
 */
const LARGEST = 40 * 1024 * 1024

/** The longest time for fetching all paths of an email, in milliseconds. */
const FETCH_TIMEOUT = 10_000

/** An attachment in a request body. */
export interface AttachmentInput {
  /** Base64, or bytes in the form that JSON.stringify gives a Buffer. */
  readonly content?: string | readonly number[] | { readonly data: readonly number[] } | null | undefined
  readonly filename?: string | false | null | undefined
  readonly path?: string | null | undefined
  readonly content_type?: string | null | undefined
  readonly content_id?: string | null | undefined
  /** The older name of `content_id`. */
  readonly inline_content_id?: string | null | undefined
}

/** An attachment before it is inserted. */
export type NewAttachment = Omit<Attachment, 'id' | 'uuid' | 'emailId'>

/** The part of a call that reading attachments needs. */
type FetchContext = Pick<MailCall, 'mayContact' | 'clientGone'>

/** The file at a `path`; null where it was not fetched. */
interface FetchedFile {
  readonly bytes: Uint8Array | null
  readonly type: string | null
}

/**
 * Reads the attachments of a request. A `path` is fetched from where webhooks may be sent: this machine, except
 * instances of backlot, and allowed hosts; any other is stored as a URL only. Rejects with 422 when an attachment has
 * no source or cannot be read, and when they are too large together or take too long.
 */
export async function readAttachments(
  context: FetchContext,
  input: readonly AttachmentInput[],
): Promise<NewAttachment[]> {
  if (input.length === 0) return []
  const attachments: NewAttachment[] = []
  const signal = AbortSignal.any([context.clientGone, AbortSignal.timeout(FETCH_TIMEOUT)])
  let size = 0
  for (const each of input) {
    const attachment = await readAttachment(context, each, { room: LARGEST - size, signal })
    size += attachment.content?.length ?? 0
    if (size > LARGEST) throw tooLarge()
    attachments.push(attachment)
  }
  return attachments
}

function tooLarge() {
  return invalidAttachment('The attachments are too large: an email can have up to 40MB of them after Base64 encoding.')
}

/** The limits that are left for an attachment: `room` is in bytes of base64. */
interface Limits {
  readonly room: number
  readonly signal: AbortSignal
}

async function readAttachment(context: FetchContext, input: AttachmentInput, limits: Limits): Promise<NewAttachment> {
  const path = hasContent(input) ? null : (input.path ?? '')
  if (path === '') throw invalidAttachment('Attachment must have either a `content` or `path`.')
  const { bytes, type } =
    path === null ? { bytes: bytesOf(input.content ?? ''), type: null } : await fileAt(context, path, limits)
  const filename = nameOf(input, path)
  return {
    filename,
    contentType:
      input.content_type ??
      (filename === null ? undefined : mediaTypeOf(filename)) ??
      type ??
      'application/octet-stream',
    contentId: input.content_id ?? input.inline_content_id ?? null,
    content: bytes === null ? null : Buffer.from(bytes).toString('base64'),
    path,
    size: bytes?.length ?? 0,
  }
}

function hasContent({ content }: AttachmentInput): boolean {
  return content !== undefined && content !== null
}

function bytesOf(content: NonNullable<AttachmentInput['content']>): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content, 'base64')
  return Buffer.from('data' in content ? content.data : content)
}

/** Returns the file at a `path`, if the instance may contact its host. */
async function fileAt(context: FetchContext, path: string, { room, signal }: Limits): Promise<FetchedFile> {
  const url = URL.canParse(path) ? new URL(path) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalidAttachment(`Attachment \`path\` must be a URL, got ${JSON.stringify(path)}.`)
  }
  if (!context.mayContact(url)) return { bytes: null, type: null }
  const headers = { [FETCHED_BY]: 'mail' }
  try {
    const maxBytes = Math.floor((room * 3) / 4)
    const response = await fetchBounded(url, { timeout: FETCH_TIMEOUT, maxBytes, headers, signal })
    if (response.status >= 300) throw new Error(`it answered ${response.status}`)
    return { bytes: response.bytes, type: response.headers['content-type']?.split(';', 1)[0] ?? null }
  } catch (error) {
    const reason = errorMessage(error)
    throw invalidAttachment(`Failed to fetch the attachment from ${path}: ${reason}`)
  }
}

/** Returns the client's file name, else the last segment of the path. */
function nameOf({ filename }: AttachmentInput, path: string | null): string | null {
  if (typeof filename === 'string' && filename !== '') return filename
  const last = path === null ? '' : (new URL(path).pathname.split('/').at(-1) ?? '')
  return last === '' ? null : (percentDecode(last) ?? last)
}
