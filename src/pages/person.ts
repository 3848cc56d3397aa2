import { html, type Html } from './html.ts'

/** Someone as pages show them. */
export interface Shown {
  readonly handle: string
  readonly name: string
  readonly email: string | null
}

const TINTS = 6

/** Which of the colours stands for someone: always the same. */
export function tintOf({ handle }: Shown): string {
  const sum = [...handle].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return `tint-${sum % TINTS}`
}

/** The initials of someone, in place of a picture. */
export function face({ name }: Shown): Html {
  const words = name.split(/[\s_.-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? name]
  const initials = ends.map((word) => [...(word ?? '')][0] ?? '').join('')
  return html`<span class="face" aria-hidden="true">${initials.toUpperCase()}</span>`
}

/** How someone is told from others of the same name. */
export function detail({ handle, name, email }: Shown): string {
  return [handle === name ? null : handle, email === handle ? null : email].filter((each) => each !== null).join(' · ')
}
