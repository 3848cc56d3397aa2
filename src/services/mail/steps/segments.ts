import type { Segment } from '#mail/schema/audiences.ts'
import { findSegment } from '#mail/rules/audiences/contacts.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the segment of the path; `word` is the name that the client calls it by.
 *
 * @throws 404.
 */
export function loadSegment(word: 'Segment' | 'Audience') {
  return ({ rows, params }: PathContext<'segment_id'>): { readonly segment: Segment } => ({
    segment: findSegment(rows, params.segment_id, word),
  })
}
