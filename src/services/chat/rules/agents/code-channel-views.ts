import type { Actor, ChatCall, ChatContext } from '#chat/call.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import type { CodeChannelView } from '#chat/schema/code-channels.ts'
import type { CanvasSection } from '#chat/schema/canvases.ts'
import { findCanvas, removeAccess, requireWriteAccess, setAccess, type CanvasFile } from '../canvases/access.ts'
import { newSections } from '../canvases/edit.ts'
import { documentFile } from '../files/document-file.ts'
import { deleteFile } from '../files/upload.ts'
import { newId } from '../new-id.ts'
import { seconds } from '../timestamps.ts'

// The tabs of a code channel. https://docs.slack.dev/reference/methods/agents.conversations.setView

type WithActor = ChatCall & { readonly principal: Actor }

/** The most tabs of a code channel. */
const MOST_VIEWS = 5

/** The largest content, in bytes. */
const LARGEST_CONTENT = 1_000_000

/** The forms in which content is kept as a file. */
const FILE_TYPES = {
  html: { filetype: 'html', mimetype: 'text/html' },
  diff: { filetype: 'diff', mimetype: 'text/x-diff' },
  block_kit: { filetype: 'json', mimetype: 'application/json' },
}

/** A view to make or to change: its kind's content is set. */
export interface ViewInput extends Pick<CodeChannelView, 'kind' | 'key' | 'blocks' | 'extra'> {
  readonly label: string | undefined
  readonly content: string
  readonly canvasId: string
  /** The access of the channel's members to a canvas. */
  readonly access: 'read' | 'write'
}

/**
 * Makes the view of a key, or changes it.
 *
 * @throws `content_too_large`, `canvas_not_found`, and `too_many_tabs` for a sixth view.
 */
export function setView(call: WithActor, channelId: string, input: ViewInput): CodeChannelView {
  const { rows, clock } = call
  if (Buffer.byteLength(input.content) > LARGEST_CONTENT) throw slackFailure('content_too_large')
  const views = rows.codeChannelViews.list('byChannel', channelId)
  const before = views.find(({ kind, key }) => (input.kind === 'diff' ? kind === 'diff' : key === input.key))
  if (before === undefined && views.length >= MOST_VIEWS) throw slackFailure('too_many_tabs')
  const label = input.label ?? before?.label ?? labelOf(input)
  const fileId = fileOf(call, channelId, input, label, before)
  const { kind, key, blocks, extra } = input
  if (before !== undefined) {
    return rows.codeChannelViews.update(before.id, { kind, label, fileId, blocks, extra, version: before.version + 1 })
  }
  return rows.codeChannelViews.insert({
    id: newId(call, 'Ct'),
    number: rows.numbers.next(),
    channelId,
    kind,
    key,
    label,
    fileId,
    version: 1,
    addedAt: seconds(clock.now()),
    blocks,
    extra,
  })
}

/** Returns the last part of a view's key without the ending of HTML; `Diff` for the view of changes. */
function labelOf({ kind, key }: ViewInput): string {
  if (kind === 'diff' || key === null) return 'Diff'
  return (key.split('/').at(-1) ?? key).replace(/\.html?$/, '')
}

/** Returns the id of the file of a view's content, which the members of the channel may read; null for none. */
function fileOf(
  call: WithActor,
  channelId: string,
  { kind, content, blocks, canvasId, access }: ViewInput,
  label: string,
  before: CodeChannelView | undefined,
): string | null {
  const { rows, principal } = call
  if (kind === 'pull_request') return null
  if (kind === 'canvas') {
    const { file } = findCanvas(call, canvasId, principal.user.id)
    setAccess(call, file, [channelId], access)
    return file.id
  }
  const bytes = Buffer.from(kind === 'block_kit' ? JSON.stringify(blocks) : content)
  const known = before?.kind === kind ? rows.files.get(before.fileId) : undefined
  const file =
    known === undefined
      ? rows.files.insert({
          ...documentFile(call, label),
          userId: principal.user.id,
          botId: principal.bot?.id ?? null,
          ...FILE_TYPES[kind],
          size: bytes.length,
        })
      : rows.files.update(known.id, { size: bytes.length })
  rows.fileContents.set(bytes, file.id)
  setAccess(call, file, [channelId], 'read')
  return file.id
}

/**
 * Returns the view with a key or an id.
 *
 * @throws `invalid_arguments` unless exactly one is named, and `view_not_found`.
 */
export function findView(
  { rows }: Pick<ChatContext, 'rows'>,
  channelId: string,
  { key = '', id = '' }: { readonly key: string | undefined; readonly id: string | undefined },
): CodeChannelView {
  if ((key === '') === (id === '')) throw invalidArguments('[ERROR] must provide exactly one of view_key or view_id')
  const views = rows.codeChannelViews.list('byChannel', channelId)
  const view = views.find((each) => (key === '' ? each.id === id : each.key === key))
  if (view === undefined) throw slackFailure('view_not_found')
  return view
}

/** Removes a view with the file of its content; a canvas stays, without the access of the channel's members. */
export function removeView(
  context: ChatContext,
  { id, kind, fileId, channelId }: CodeChannelView,
  userId: string,
): void {
  const { rows } = context
  const file = rows.files.get(fileId)
  if (file !== undefined && kind === 'canvas') removeAccess(context, file, [channelId])
  else if (file !== undefined) deleteFile(context, file, userId)
  rows.codeChannelViews.delete(id)
}

/**
 * Returns a canvas that is a view of a code channel.
 *
 * @throws `canvas_not_found`.
 */
export function findViewedCanvas(call: WithActor, channelId: string, canvasId: string): CanvasFile {
  const views = call.rows.codeChannelViews.list('byChannel', channelId)
  if (!views.some(({ kind, fileId }) => kind === 'canvas' && fileId === canvasId))
    throw slackFailure('canvas_not_found')
  return findCanvas(call, canvasId, call.principal.user.id)
}

/**
 * Replaces the content of a canvas. Sections that stay keep their ids, so that what refers to them does. Returns the
 * number of those that changed.
 *
 * @throws `restricted_action`, and `canvas_editing_failed` for content that a canvas cannot show.
 */
export function replaceCanvas(call: WithActor, { canvas, file }: CanvasFile, markdown: string): number {
  const { rows, clock, principal } = call
  requireWriteAccess(call, file, principal.user.id)
  const wanted = newSections(call, markdown, 'canvas_editing_failed')
  const { sections, changed } = mergeSections(canvas.sections, wanted)
  if (changed === 0) return 0
  rows.canvases.update(canvas.id, { sections, updatedAt: seconds(clock.now()) })
  call.emit({ kind: 'file_changed', file, userId: principal.user.id })
  return changed
}

/** Gives each wanted section the id of one with the same text that comes after the one before. */
function mergeSections(
  old: readonly CanvasSection[],
  wanted: readonly CanvasSection[],
): { readonly sections: readonly CanvasSection[]; readonly changed: number } {
  let from = 0
  let kept = 0
  const sections = wanted.map((section) => {
    const at = old.findIndex(({ markdown }, index) => index >= from && markdown === section.markdown)
    const same = old[at]
    if (same === undefined) return section
    from = at + 1
    kept += 1
    return same
  })
  return { sections, changed: Math.max(old.length, wanted.length) - kept }
}
