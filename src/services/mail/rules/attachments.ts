import { isLoopback } from '../../../core/hosts.ts'
import { invalidAttachment } from '../errors.ts'
import type { Attachment } from '../schema-emails.ts'

/** What the attachments of one mail may come to, in bytes of base64. https://resend.com/docs/dashboard/emails/attachments */
const LARGEST = 40 * 1024 * 1024

/** How long a file at a `path` may take to arrive, in milliseconds. */
const FETCH_TIMEOUT = 10_000

/** An attachment as a body has it. */
export interface AttachmentWishes {
  /** Base64, or bytes as JSON shows a Buffer. */
  readonly content?: string | readonly number[] | { readonly data: readonly number[] } | null | undefined
  readonly filename?: string | false | null | undefined
  readonly path?: string | null | undefined
  readonly content_type?: string | null | undefined
  readonly content_id?: string | null | undefined
  /** What older clients call `content_id`. */
  readonly inline_content_id?: string | null | undefined
}

/** An attachment that is ready to be kept. */
export type NewAttachment = Omit<Attachment, 'id' | 'uuid' | 'emailId'>

/**
 * Reads attachments. A file at a `path` is fetched when it is on this machine; any other is remembered by its URL alone, since
 * a stand-in does not reach out. Rejects with 422 for one that has no source, cannot be read, or makes them too large.
 */
export async function readAttachments(wishes: readonly AttachmentWishes[]): Promise<NewAttachment[]> {
  const read = await Promise.all(wishes.map(readAttachment))
  if (read.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) > LARGEST) {
    throw invalidAttachment(
      'The attachments are too large: an email can have up to 40MB of them after Base64 encoding.',
    )
  }
  return read
}

async function readAttachment(wishes: AttachmentWishes): Promise<NewAttachment> {
  const { content, path } = wishes
  const given = { bytes: null as Uint8Array | null, path: null as string | null, type: null as string | null }
  if (content !== undefined && content !== null) given.bytes = bytesOf(content)
  else if (typeof path === 'string' && path !== '') Object.assign(given, await atPath(path))
  else throw invalidAttachment('Attachment must have either a `content` or `path`.')
  const filename = nameOf(wishes, given.path)
  return {
    filename,
    contentType: wishes.content_type ?? typeOf(filename) ?? given.type ?? 'application/octet-stream',
    contentId: wishes.content_id ?? wishes.inline_content_id ?? null,
    content: given.bytes === null ? null : Buffer.from(given.bytes).toString('base64'),
    path: given.path,
    size: given.bytes?.length ?? 0,
  }
}

function bytesOf(content: NonNullable<AttachmentWishes['content']>): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content, 'base64')
  return Buffer.from('data' in content ? content.data : content)
}

/** The file that a path names, where it may be fetched. */
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

/** The name a client gave, or else the last segment of the path. */
function nameOf({ filename }: AttachmentWishes, path: string | null): string | null {
  if (typeof filename === 'string' && filename !== '') return filename
  const last = path === null ? '' : (new URL(path).pathname.split('/').at(-1) ?? '')
  return last === '' ? null : decoded(last)
}

/** A segment of a path as it is meant; as it stands where it has a percent sign that encodes nothing: `100%.pdf`. */
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
