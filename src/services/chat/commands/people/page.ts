import { mountPathOf } from '#core/http/mount-path.ts'
import type { ChatContext } from '#chat/call.ts'
import { workspaceContent, type Place } from '#chat/pages/workspace.ts'

/** The input of `page`. */
export interface PageInput extends Place {
  /** The version that the page shows now. */
  readonly version?: string
}

/** Returns the workspace as the page shows it; `html` is null when the page already shows this version. */
export function page(
  context: ChatContext,
  { version: shown, ...place }: PageInput,
): { readonly html: string | null; readonly version: string; readonly title: string } {
  const { content, version, title } = workspaceContent(context, mountPathOf(context.origin), place)
  return { html: version === shown ? null : content.toString(), version, title: `${title} · chat` }
}
