declare const markup: unique symbol

/** Text that is markup already, as only {@link html} makes it. */
export interface Html {
  readonly [markup]: true
  toString(): string
}

/** What a template may hold: text, which is escaped; markup; lists of both; and nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

class Markup {
  declare readonly [markup]: true
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Markup that is a constant of ours, such as a style sheet; never for a value. */
export function trusted(constant: string): Html {
  return new Markup(constant)
}

/**
 * Writes markup. Every value is escaped, for text and for quoted attributes.
 *
 * @example
 * html`<p title="${title}">${name}</p>`
 */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Markup(strings.map((text, index) => text + written(values[index])).join(''))
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.toString()
  if (Array.isArray(part)) return part.map(written).join('')
  return String(part).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
