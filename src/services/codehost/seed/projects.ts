import * as v from 'valibot'

const text = v.string()
const day = v.pipe(text, v.isoDate('expected a day: 2025-03-01'))

const field = v.strictObject({
  name: text,
  type: v.picklist(['text', 'number', 'date', 'single_select', 'iteration']),
  options: v.optional(v.pipe(v.array(text), v.description('The options of a field of type `single_select`.'))),
  iterations: v.optional(
    v.pipe(
      v.array(v.strictObject({ title: text, start_date: day, duration: v.optional(v.number(), 14) })),
      v.description('The periods of a field of type `iteration`; three of two weeks when absent.'),
    ),
  ),
})

const item = v.strictObject({
  content: v.optional(v.pipe(text, v.description('An issue or a pull request: `octocat/hello-world#1`.'))),
  draft: v.optional(v.pipe(text, v.description('The title of a draft.'))),
  body: v.optional(v.pipe(text, v.description('The text of a draft.'))),
  values: v.optional(
    v.pipe(
      v.record(text, v.union([text, v.number()])),
      v.description('Values by the names of fields; options and iterations by their names.'),
    ),
    {},
  ),
})

/** A project of a user or an organization. */
export const project = v.strictObject({
  owner: v.pipe(text, v.description('The login of a seeded user or organization.')),
  title: text,
  short_description: v.optional(text),
  readme: v.optional(text),
  public: v.optional(v.boolean(), false),
  closed: v.optional(v.boolean(), false),
  fields: v.optional(v.array(field), []),
  items: v.optional(v.array(item), []),
  repositories: v.optional(
    v.pipe(v.array(text), v.description('Names of repositories of the owner that show the project.')),
    [],
  ),
})
