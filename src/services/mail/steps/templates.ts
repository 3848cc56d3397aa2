import { findTemplate } from '#mail/rules/sending/template-reference.ts'
import type { Template } from '#mail/schema/audiences.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the template of the path, by id or alias.
 *
 * @throws 404.
 */
export function loadTemplate({ rows, params }: PathContext<'id'>): {
  readonly template: Template
} {
  return { template: findTemplate(rows, params.id) }
}
