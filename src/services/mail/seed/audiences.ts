import * as v from 'valibot'

const email = v.pipe(v.string(), v.rfcEmail())

const contact = v.strictObject({
  email,
  first_name: v.optional(v.string()),
  last_name: v.optional(v.string()),
  unsubscribed: v.optional(v.boolean(), false),
})

const audience = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1)),
  contacts: v.optional(v.array(contact), []),
})

/** The members of the seed's section about audiences. */
export const audienceSection = {
  audiences: v.optional(
    v.pipe(v.array(audience), v.description('Segments, formerly called audiences, with their contacts.')),
    [],
  ),
}
