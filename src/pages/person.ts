import { html, type Html } from './html.ts'

/** A person in the list of a page. */
export interface ListedPerson {
  readonly handle: string
  readonly name: string
  readonly email: string | null
}

const TINTS = 6

/** Returns the CSS class of a person's colour, which follows from the handle. */
export function tintOf({ handle }: ListedPerson): string {
  const sum = [...handle].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return `tint-${sum % TINTS}`
}

/** Returns a person's initials, in place of a picture. */
export function face({ name }: ListedPerson): Html {
  const words = name.split(/[\s_.-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? name]
  const initials = ends.map((word) => [...(word ?? '')][0] ?? '').join('')
  return html`<span class="face" aria-hidden="true">${initials.toUpperCase()}</span>`
}

/** Returns what distinguishes a person from others of the same name: the handle and the e-mail address. */
export function detail({ handle, name, email }: ListedPerson): string {
  return [handle === name ? null : handle, email === handle ? null : email].filter((each) => each !== null).join(' · ')
}
