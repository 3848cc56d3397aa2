// The names are those of the emoji set that the vendor uses: https://github.com/iamcal/emoji-data (MIT)
import names from './emoji-names.json' with { type: 'json' }

/** Names by code points (hexadecimal, with dashes, without variation selectors), and code points by names. */
const tables = lazily(() => ({
  names: new Map<string, string>(Object.entries(names)),
  codes: new Map(Object.entries(names).map(([code, name]) => [name, code])),
}))

/** Returns the name under which the vendor keeps an emoji: `+1` for `thumbsup`; others as they are. */
export function mainName(name: string): string {
  const [bare = '', ...tones] = name.split('::')
  return [aliases().get(bare) ?? bare, ...tones].join('::')
}

/** Returns whether the vendor has an emoji with this name, with or without a skin tone. */
export function isEmojiName(name: string): boolean {
  const [, bare = name] = /^(.+?)(?:::skin-tone-[2-6])?$/.exec(name) ?? []
  return tables().codes.has(mainName(bare)) || OWN_NAMES.has(bare) || /^skin-tone-[2-6]$/.test(name)
}

/** The names of images that the vendor gives every workspace. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'black_square',
  'bowtie',
  'cubimal_chick',
  'dusty_stick',
  'glitch_crab',
  'piggy',
  'pride',
  'shipit',
  'simple_smile',
  'slack',
  'slack_call',
  'squirrel',
  'thumbsup_all',
  'white_square',
])

/** Returns a function that makes a value when it is first called: few processes meet an emoji. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Names of emoji, each with the other names that the vendor takes for it. */
const OTHER_NAMES = `
  +1 thumbsup, -1 thumbsdown, barely_sunny sun_behind_cloud, bee honeybee, boat sailboat, book open_book,
  boom collision, car red_car, cn flag-cn, crossed_fingers hand_with_index_and_middle_fingers_crossed, de flag-de,
  dolphin flipper, email envelope, es flag-es, exclamation heavy_exclamation_mark,
  exploding_head shocked_face_with_exploding_head, face_vomiting face_with_open_mouth_vomiting,
  face_with_hand_over_mouth smiling_face_with_smiling_eyes_and_hand_covering_mouth,
  face_with_raised_eyebrow face_with_one_eyebrow_raised,
  face_with_symbols_on_mouth serious_face_with_symbols_covering_mouth, facepunch punch, feet paw_prints,
  fr flag-fr, fried_egg cooking, gb flag-gb uk, hand raised_hand, hankey poop shit, hocho knife, it flag-it,
  izakaya_lantern lantern, jp flag-jp, kr flag-kr, ladybug lady_beetle, laughing satisfied,
  lightning lightning_cloud, man_and_woman_holding_hands couple woman_and_man_holding_hands, mans_shoe shoe,
  medical_symbol staff_of_aesculapius, memo pencil, men-with-bunny-ears-partying man-with-bunny-ears-partying,
  middle_finger reversed_hand_with_middle_finger_extended, moon waxing_gibbous_moon, mostly_sunny sun_small_cloud,
  mrs_claus mother_christmas, partly_sunny_rain sun_behind_rain_cloud, phone telephone, robot_face robot,
  ru flag-ru, runner running, shirt tshirt, shushing_face face_with_finger_covering_closed_lips,
  star-struck grinning_face_with_star_eyes, the_horns sign_of_the_horns, tornado tornado_cloud,
  two_men_holding_hands men_holding_hands, two_women_holding_hands women_holding_hands, us flag-us,
  women-with-bunny-ears-partying woman-with-bunny-ears-partying,
  zany_face grinning_face_with_one_large_and_one_small_eye
`

/** The names of emoji by their other names. */
const aliases = lazily(
  () =>
    new Map(
      OTHER_NAMES.split(',').flatMap((line) => {
        const [name = '', ...others] = line.trim().split(' ')
        return others.map((other): [string, string] => [other, name])
      }),
    ),
)

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
  const code = tables().codes.get(mainName(name))
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
