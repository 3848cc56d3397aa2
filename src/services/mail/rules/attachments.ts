import { isLoopback } from '../../../core/hosts.ts'
import { invalidAttachment } from '../errors.ts'
import type { Attachment } from '../schema-emails.ts'

/**
 * The largest size of all attachments of an email together, in bytes of base64.
 * https://resend.com/docs/dashboard/emails/attachments
 */
const LARGEST = 40 * 1024 * 1024

/** How long fetching a `path` may take, in milliseconds. */
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

/**
 * Reads the attachments of a request. A `path` on this machine is fetched; any other is stored as a URL only, because
 * an instance does not contact other machines. Rejects with 422 when an attachment has no source or cannot be read, and
 * when they are too large together.
 */
export async function readAttachments(input: readonly AttachmentInput[]): Promise<NewAttachment[]> {
  const read = await Promise.all(input.map(readAttachment))
  if (read.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) > LARGEST) {
    throw invalidAttachment(
      'The attachments are too large: an email can have up to 40MB of them after Base64 encoding.',
    )
  }
  return read
}

async function readAttachment(input: AttachmentInput): Promise<NewAttachment> {
  const { content, path } = input
  const source = { bytes: null as Uint8Array | null, path: null as string | null, type: null as string | null }
  if (content !== undefined && content !== null) source.bytes = bytesOf(content)
  else if (typeof path === 'string' && path !== '') Object.assign(source, await atPath(path))
  else throw invalidAttachment('Attachment must have either a `content` or `path`.')
  const filename = nameOf(input, source.path)
  return {
    filename,
    contentType: input.content_type ?? typeOf(filename) ?? source.type ?? 'application/octet-stream',
    contentId: input.content_id ?? input.inline_content_id ?? null,
    content: source.bytes === null ? null : Buffer.from(source.bytes).toString('base64'),
    path: source.path,
    size: source.bytes?.length ?? 0,
  }
}

function bytesOf(content: NonNullable<AttachmentInput['content']>): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content, 'base64')
  return Buffer.from('data' in content ? content.data : content)
}

/** Returns the file at a `path`, where it may be fetched. */
async function atPath(path: string): Promise<{ path: string; bytes: Uint8Array | null; type: string | null }> {
  const url = URL.canParse(path) ? new URL(path) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalidAttachment(`Attachment \`path\` must be a URL, got ${JSON.stringify(path)}.`)
  }
  if (!isLoopback(url.hostname)) return { path, bytes: null, type: null }
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? null
    return { path, bytes: new Uint8Array(await response.arrayBuffer()), type }
  } catch (error) {
    throw invalidAttachment(`Failed to fetch the attachment from ${path}: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** Returns the client's file name, else the last segment of the path. */
function nameOf({ filename }: AttachmentInput, path: string | null): string | null {
  if (typeof filename === 'string' && filename !== '') return filename
  const last = path === null ? '' : (new URL(path).pathname.split('/').at(-1) ?? '')
  return last === '' ? null : decoded(last)
}

/** Decodes a path segment; one that is not valid percent-encoding, such as `100%.pdf`, stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xml: 'application/xml',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function typeOf(filename: string | null): string | undefined {
  return TYPES[filename?.split('.').at(-1)?.toLowerCase() ?? '']
}
