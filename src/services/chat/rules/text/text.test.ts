import { describe, expect, it } from 'vitest'
import { completeBlocks } from '../block-kit/complete.ts'
import {
  escapeText,
  linkUrls,
  linkedUrls,
  mentionedUsers,
  normalizeText,
  readableText,
  resolveNames,
  unescapeText,
  type Names,
} from './entities.ts'
import { emojiCharacter, emojiCodes, namedEmoji } from './emoji.ts'
import { richTextOf } from './rich-text.ts'
import { signatureOf } from '../signature.ts'

const users = new Map([['bob', 'U2']])
const nameOf = (map: Map<string, string>, id: string) => [...map].find(([, each]) => each === id)?.[0]
const channels = new Map([['general', 'C1']])
const groups = new Map([['oncall', 'S1']])
const names: Names = {
  userId: (name) => users.get(name),
  channelId: (name) => channels.get(name),
  usergroupId: (handle) => groups.get(handle),
  userName: (id) => nameOf(users, id),
  channelName: (id) => nameOf(channels, id),
  usergroupHandle: (id) => nameOf(groups, id),
}

describe('a text', () => {
  it('is escaped and unescaped', () => {
    expect(escapeText('a < b && c > d')).toBe('a &lt; b &amp;&amp; c &gt; d')
    expect(unescapeText(escapeText('&lt; < >'))).toBe('&lt; < >')
  })

  it('gets entities for the names in it', () => {
    expect(resolveNames('@bob: see #general, @here and @oncall. @nobody mail bob@bob <@bob> #1', names)).toBe(
      '<@U2>: see <#C1>, <!here> and <!subteam^S1>. @nobody mail bob@bob <@bob> #1',
    )
    expect(resolveNames('ask @bob.', names)).toBe('ask <@U2>.')
  })

  it('gets brackets for the URLs in it', () => {
    expect(linkUrls('see https://x.test/a?b=1. and <https://y.test|y> `https://z.test`')).toBe(
      'see <https://x.test/a?b=1>. and <https://y.test|y> `https://z.test`',
    )
    expect(linkUrls('So does www.foo.com/a, not awww.b.c or www. and https://www.d.test')).toBe(
      'So does <http://www.foo.com/a|www.foo.com/a>, not awww.b.c or www. and <https://www.d.test>',
    )
  })

  it.for([
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['a < b > c, <not a link>', 'a &lt; b &gt; c, &lt;not a link&gt;'],
    ['&lt;b&gt; &amp; &copy;', '&lt;b&gt; &amp; &amp;copy;'],
    ['<https://x.test?a&b|x> <mailto:a@x.test|a>', '<https://x.test?a&amp;b|x> <mailto:a@x.test|a>'],
    [
      '<@U024BE7LH|bob> <#C024BE7LR|general> <!here|here> <!subteam^S1AB|@oncall> <!group>',
      '<@U024BE7LH> <#C024BE7LR|general> <!here> <!subteam^S1AB> <!channel>',
    ],
    ['<!date^1^{date}|then>', '<!date^1^{date}|then>'],
  ] as const)('%s is kept as %s', ([given, kept]) => {
    expect(normalizeText(given)).toBe(kept)
    expect(normalizeText(kept)).toBe(kept)
  })

  it('has its emoji by their names', () => {
    expect(namedEmoji('🎉 ❤️ 👋🏽 🤷‍♂️ 🇩🇪 © é')).toBe(':tada: :heart: :wave::skin-tone-4: :man-shrugging: :de: © é')
    expect(namedEmoji('1️⃣ #️⃣ ⚠️')).toBe(':one: :hash: :warning:')
    expect(
      [['warning'], ['one'], ['man-shrugging', 4], ['rainbow-flag'], ['point_up', 2], ['point_up']].map(
        ([name, tone]) => emojiCodes(String(name), tone === undefined ? undefined : Number(tone)),
      ),
    ).toEqual([
      '26a0-fe0f',
      '0031-fe0f-20e3',
      '1f937-1f3fd-200d-2642-fe0f',
      '1f3f3-fe0f-200d-1f308',
      '261d-1f3fb',
      '261d-fe0f',
    ])
    expect([
      emojiCharacter('tada'),
      emojiCharacter('wave', 4),
      emojiCharacter('thumbsup'),
      emojiCharacter('shipit'),
    ]).toEqual(['🎉', '👋🏽', '👍', undefined])
  })

  it('gets brackets for the addresses in it', () => {
    expect(linkUrls('mail a.b@x.test, not @bob or https://me@x.test')).toBe(
      'mail <mailto:a.b@x.test|a.b@x.test>, not @bob or <https://me@x.test>',
    )
  })

  it('is read by people with names in place of entities', () => {
    const text =
      '<@U2> <#C1|general> <!here> <!subteam^S1> <https://x.test|a &amp; b> <mailto:a@x.test> <!date^1^{date}|then>'
    expect(readableText(text, names)).toBe('@bob #general @here @oncall a & b a@x.test then')
  })

  it('tells whom it mentions and what it links', () => {
    expect(mentionedUsers('<@U2> <@U3|c> <@U2> <#C1>')).toEqual(['U2', 'U3'])
    expect(linkedUrls('<https://x.test?a&amp;b|x> <@U1> <mailto:a@x.test>')).toEqual(['https://x.test?a&b'])
  })
})

describe('the rich text of a text', () => {
  const elements = (text: string, options = {}) => richTextOf(text, 'b', options).elements
  const section = (...pieces: object[]) => ({ type: 'rich_text_section', elements: pieces })

  it('is one section of text', () => {
    expect(richTextOf('a &lt; b\nc', 'b1')).toEqual({
      type: 'rich_text',
      block_id: 'b1',
      elements: [section({ type: 'text', text: 'a < b\nc' })],
    })
  })

  it('has formatting', () => {
    expect(elements('a *bold _both_* `*code*` 2*3*4 snake_case_name ~gone~')).toEqual([
      section(
        { type: 'text', text: 'a ' },
        { type: 'text', text: 'bold ', style: { bold: true } },
        { type: 'text', text: 'both', style: { bold: true, italic: true } },
        { type: 'text', text: ' ' },
        { type: 'text', text: '*code*', style: { code: true } },
        { type: 'text', text: ' 2*3*4 snake_case_name ' },
        { type: 'text', text: 'gone', style: { strike: true } },
      ),
    ])
    expect(elements('*a*', { mrkdwn: false })).toEqual([section({ type: 'text', text: '*a*' })])
  })

  it('has entities', () => {
    expect(elements('<@U2> <#C1> <!channel> <!subteam^S1> <https://x.test|x> :tada: :+1::skin-tone-2:')).toEqual([
      section(
        { type: 'user', user_id: 'U2' },
        { type: 'text', text: ' ' },
        { type: 'channel', channel_id: 'C1' },
        { type: 'text', text: ' ' },
        { type: 'broadcast', range: 'channel' },
        { type: 'text', text: ' ' },
        { type: 'usergroup', usergroup_id: 'S1' },
        { type: 'text', text: ' ' },
        { type: 'link', url: 'https://x.test', text: 'x' },
        { type: 'text', text: ' ' },
        { type: 'emoji', name: 'tada', unicode: '1f389' },
        { type: 'text', text: ' ' },
        { type: 'emoji', name: '+1', skin_tone: 2, unicode: '1f44d-1f3fb' },
      ),
    ])
  })

  it('has quotations of lines that begin with a bare angle bracket', () => {
    expect(elements('> one\n>two')).toEqual([
      { type: 'rich_text_quote', elements: [{ type: 'text', text: 'one\ntwo' }] },
    ])
  })

  it('has quotations and code blocks of their own', () => {
    expect(elements('said:\n&gt; one\n&gt; two\nand\n```\nlet *x*\n```')).toEqual([
      section({ type: 'text', text: 'said:' }),
      { type: 'rich_text_quote', elements: [{ type: 'text', text: 'one\ntwo' }] },
      section({ type: 'text', text: 'and' }),
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'let *x*' }], border: 0 },
    ])
  })
})

describe('stored blocks', () => {
  it('have ids, and say whether their plain texts have emoji', () => {
    let count = 0
    const newId = () => `id${++count}`
    const button = { type: 'button', text: { type: 'plain_text', text: 'Go' } }
    expect(completeBlocks([{ type: 'actions', elements: [button, { ...button, action_id: 'own' }] }], newId)).toEqual([
      {
        type: 'actions',
        block_id: 'id1',
        elements: [
          { type: 'button', text: { type: 'plain_text', text: 'Go', emoji: true }, action_id: 'id2' },
          { type: 'button', text: { type: 'plain_text', text: 'Go', emoji: true }, action_id: 'own' },
        ],
      },
    ])
  })
})

// The example of the vendor's page.
describe('a signature', () => {
  it('is that of the vendor’s own example', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
    expect(signatureOf('8f742231b10e8888abcd99yyyzzz85a5', 1_531_420_618, body)).toBe(
      'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    )
  })
})
