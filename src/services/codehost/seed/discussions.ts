import * as v from 'valibot'

const text = v.string()
const login = v.pipe(text, v.description('The login of the author; the first user when absent.'))

/** A category of discussions. */
export const discussionCategory = v.strictObject({
  name: text,
  emoji: v.optional(text, ':speech_balloon:'),
  description: v.optional(text),
  answerable: v.optional(v.boolean(), false),
  format: v.optional(v.picklist(['open', 'announcement', 'poll']), 'open'),
})

/** A discussion with its comments. */
export const discussion = v.strictObject({
  title: text,
  body: v.optional(text, ''),
  category: v.optional(v.pipe(text, v.description('The name of a category; General when absent.')), 'General'),
  user: v.optional(login),
  state: v.optional(v.picklist(['open', 'closed']), 'open'),
  labels: v.optional(v.array(text), []),
  poll: v.optional(
    v.strictObject({ question: text, options: v.pipe(v.array(text), v.minLength(2, 'expected two options or more')) }),
  ),
  comments: v.optional(
    v.array(
      v.strictObject({
        user: v.optional(login),
        body: text,
        answer: v.optional(v.pipe(v.boolean(), v.description('Marks the comment as the answer.')), false),
        replies: v.optional(v.array(v.strictObject({ user: v.optional(login), body: text })), []),
      }),
    ),
    [],
  ),
})
