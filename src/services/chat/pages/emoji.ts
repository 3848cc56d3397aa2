import { ownMember } from '#core/objects.ts'
/** The characters of emoji that tests often use; others are shown by their name between colons. */
const CHARACTERS: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  tada: '🎉',
  eyes: '👀',
  heart: '❤️',
  rocket: '🚀',
  smile: '😄',
  wave: '👋',
  fire: '🔥',
  thumbsup: '👍',
  thumbsdown: '👎',
  white_check_mark: '✅',
  heavy_check_mark: '✔️',
  x: '❌',
  warning: '⚠️',
  question: '❓',
  exclamation: '❗',
  bulb: '💡',
  bug: '🐛',
  ship: '🚢',
  package: '📦',
  pray: '🙏',
  clap: '👏',
  joy: '😂',
  thinking_face: '🤔',
  rotating_light: '🚨',
  hourglass: '⌛',
  calendar: '📅',
  memo: '📝',
  lock: '🔒',
  key: '🔑',
  star: '⭐',
  sparkles: '✨',
  taco: '🌮',
  coffee: '☕',
  house: '🏠',
  bell: '🔔',
  gear: '⚙️',
  link: '🔗',
  robot_face: '🤖',
  arrow_right: '➡️',
  arrow_left: '⬅️',
  red_circle: '🔴',
  large_green_circle: '🟢',
  large_yellow_circle: '🟡',
}

/** Returns an emoji as the page shows it: its character, or its name between colons. */
export function emojiText(name: string): string {
  const [base = name] = name.split('::')
  return ownMember(CHARACTERS, base) ?? `:${name}:`
}

/** Returns a plain text with its emoji shown. */
export function withEmoji(text: string): string {
  return text.replaceAll(/:([a-z0-9_+-]{1,60}):/g, (_, name: string) => emojiText(name))
}
