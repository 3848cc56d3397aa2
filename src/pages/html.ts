declare const markup: unique symbol

/** Markup that needs no escaping. Only {@link html} and {@link trusted} make it. */
export interface Html {
  readonly [markup]: true
  toString(): string
}

/** A value in a template: text, which is escaped; markup; a list of both; or nothing. */
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

/** Marks a constant, such as a style sheet, as markup. Never to be used for a value. */
export function trusted(constant: string): Html {
  return new Markup(constant)
}

/**
 * Makes markup from a template. Every value is escaped for text and for quoted attributes.
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
