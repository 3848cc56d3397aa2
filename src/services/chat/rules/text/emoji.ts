// The names are those of the emoji set that the vendor uses: https://github.com/iamcal/emoji-data (MIT)
import { ownMember } from '#core/objects.ts'
import names from './emoji-names.json' with { type: 'json' }

/** Names by code points (hexadecimal, with dashes, without variation selectors), and code points by names. */
const tables = lazily(() => ({
  names: new Map<string, string>(Object.entries(names)),
  codes: new Map(Object.entries(names).map(([code, name]) => [name, code])),
}))

/** Returns a function that makes a value when it is first called: few processes meet an emoji. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Other names that the vendor takes for an emoji. */
const ALIASES: Readonly<Record<string, string>> = { thumbsup: '+1', thumbsdown: '-1', robot: 'robot_face' }

// The flag `v` is newer than the language version that the compiler writes.
const EMOJI = new RegExp('\\p{RGI_Emoji}', 'gv')
const [LIGHTEST, DARKEST] = [0x1f3fb, 0x1f3ff]
/** The number of the lightest skin tone in the vendor's names. */
const FIRST_TONE = 2
const VARIATION_SELECTOR = 0xfe0f

/** Returns a text with its emoji as the vendor keeps them: `🎉` as `:tada:`, `👋🏽` as `:wave::skin-tone-4:`. */
export function namedEmoji(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : text.replace(EMOJI, (found) => nameOf(found) ?? found)
}

function nameOf(emoji: string): string | undefined {
  const points = [...emoji].map((each) => each.codePointAt(0) ?? 0).filter((each) => each !== VARIATION_SELECTOR)
  const tones = points.filter((each) => each >= LIGHTEST && each <= DARKEST)
  const code = points.filter((each) => !tones.includes(each)).map((each) => each.toString(16).padStart(4, '0'))
  const name = tables().names.get(code.join('-'))
  const tone = tones.map((each) => `:skin-tone-${FIRST_TONE + each - LIGHTEST}:`).join('')
  return name === undefined ? undefined : `:${name}:${tone}`
}

/**
 * Returns the code points of an emoji in the vendor's form: `1f44b-1f3fd`, `26a0-fe0f`; undefined for a name of no
 * emoji.
 */
export function emojiCodes(name: string, tone: number | undefined): string | undefined {
  const code = tables().codes.get(name) ?? tables().codes.get(ownMember(ALIASES, name) ?? '')
  if (code === undefined) return undefined
  const [first = '', ...rest] = code.split('-')
  const toned = tone === undefined ? withSelector(first) : [first, (LIGHTEST + tone - FIRST_TONE).toString(16)]
  return [...toned, ...rest.flatMap((each) => withSelector(each))].join('-')
}

/** Returns a code point with the selector that shows it as an emoji, where it is shown as text without one. */
function withSelector(code: string): readonly string[] {
  const character = String.fromCodePoint(Number.parseInt(code, 16))
  const isText = /\p{Emoji}/u.test(character) && !/\p{Emoji_Presentation}/u.test(character)
  return isText ? [code, VARIATION_SELECTOR.toString(16)] : [code]
}

/** Returns the character of an emoji; undefined for a name of no emoji. */
export function emojiCharacter(name: string, tone?: number): string | undefined {
  const code = emojiCodes(name, tone)
  if (code === undefined) return undefined
  return String.fromCodePoint(...code.split('-').map((each) => Number.parseInt(each, 16)))
}
