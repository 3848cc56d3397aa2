import type { ChatContext } from '#chat/call.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import type { CanvasSection } from '#chat/schema/canvases.ts'
import { seconds } from '../timestamps.ts'
import type { CanvasFile } from './access.ts'
import { sectionsOf, UnsupportedContent } from './sections.ts'

// Changes of a canvas. https://docs.slack.dev/reference/methods/canvases.edit

/** The operations that need a section and new content, by what becomes of the section. */
const BESIDE: Readonly<
  Record<string, (section: CanvasSection, added: readonly CanvasSection[]) => readonly CanvasSection[]>
> = {
  insert_after: (section, added) => [section, ...added],
  insert_before: (section, added) => [...added, section],
  replace: (_section, added) => added,
}

const OPERATIONS = [...Object.keys(BESIDE), 'insert_at_start', 'insert_at_end', 'delete', 'rename']

/** The longest Markdown of a canvas, in characters. */
const LONGEST = 1_048_576

/**
 * Returns the Markdown of an argument such as `document_content`; empty without it.
 *
 * @throws `invalid_arguments` for anything but `{type: 'markdown', markdown}`.
 */
export function markdownIn(value: unknown, pointer: string): string {
  if (value === undefined || value === '') return ''
  const markdown = isObject(value) && value['type'] === 'markdown' ? value['markdown'] : undefined
  if (typeof markdown === 'string' && markdown.length <= LONGEST) return markdown
  throw invalidArguments(`[ERROR] failed to match exactly one allowed schema [json-pointer:/${pointer}]`)
}

/**
 * Returns the sections of new content.
 *
 * @throws the failure `word`, with its reason in `detail`, for what a canvas cannot show.
 */
export function newSections(context: ChatContext, markdown: string, word: string): readonly CanvasSection[] {
  try {
    return sectionsOf(context, markdown)
  } catch (error) {
    if (error instanceof UnsupportedContent) throw slackFailure(word, { detail: error.message })
    throw error
  }
}

/**
 * Makes the one change that a call may make, and emits the event.
 *
 * @throws `invalid_arguments`, and `canvas_editing_failed` for a section that the canvas does not have.
 */
export function editCanvas(context: ChatContext, { canvas, file }: CanvasFile, changes: unknown): void {
  const { rows, clock } = context
  const change = onlyChange(changes)
  const changed =
    change['operation'] === 'rename'
      ? rows.files.update(file.id, { title: markdownIn(change['title_content'], 'changes/0/title_content').trim() })
      : file
  const sections = editedSections(context, canvas.sections, change)
  rows.canvases.update(canvas.id, { sections, updatedAt: seconds(clock.now()) })
  context.emit({ kind: 'file_changed', file: changed, userId: file.userId })
}

function onlyChange(changes: unknown): Readonly<Record<string, unknown>> {
  const list: readonly unknown[] = Array.isArray(changes) ? changes : []
  const [change] = list
  if (!isObject(change)) throw invalidArguments('[ERROR] must provide an object [json-pointer:/changes/0]')
  if (list.length > 1) throw invalidArguments('[ERROR] no more than 1 items allowed [json-pointer:/changes]')
  const { operation } = change
  if (typeof operation === 'string' && OPERATIONS.includes(operation)) return change
  throw invalidArguments('[ERROR] must be a valid enum value [json-pointer:/changes/0/operation]')
}

function editedSections(
  context: ChatContext,
  sections: readonly CanvasSection[],
  change: Readonly<Record<string, unknown>>,
): readonly CanvasSection[] {
  const { operation, section_id: sectionId, document_content: content } = change
  if (operation === 'rename') return sections
  if (operation !== 'delete' && content === undefined) {
    throw invalidArguments('[ERROR] missing required field: document_content [json-pointer:/changes/0]')
  }
  const added =
    operation === 'delete'
      ? []
      : newSections(context, markdownIn(content, 'changes/0/document_content'), 'canvas_editing_failed')
  if (operation === 'insert_at_start') return [...added, ...sections]
  if (operation === 'insert_at_end') return [...sections, ...added]
  if (operation === 'replace' && sectionId === undefined) return added
  if (typeof sectionId !== 'string') {
    throw invalidArguments('[ERROR] missing required field: section_id [json-pointer:/changes/0]')
  }
  const at = sections.findIndex(({ id }) => id === sectionId)
  const section = sections[at]
  if (section === undefined) throw slackFailure('canvas_editing_failed', { detail: `section ${sectionId} not found` })
  const inPlace = BESIDE[String(operation)]?.(section, added) ?? []
  return [...sections.slice(0, at), ...inPlace, ...sections.slice(at + 1)]
}
