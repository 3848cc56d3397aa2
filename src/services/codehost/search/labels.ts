import type { CodehostCall } from '#codehost/call.ts'
import { labelJson } from '#codehost/json/issues/label.ts'
import type { Label } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Kind } from './search.ts'

/** Defines the search for labels of one repository. https://docs.github.com/rest/search/search#search-labels */
export function labelKind(call: CodehostCall, repo: Repo): Kind<Label> {
  return {
    objectType: 'Label',
    candidates: call.rows.labels.list('byName', repo.id),
    qualifiers: {},
    fields: [
      { in: 'name', property: 'name', style: 'name', weight: 4, byDefault: true, read: ({ name }) => [name] },
      {
        in: 'description',
        property: 'description',
        style: 'prose',
        weight: 1,
        byDefault: true,
        read: ({ description }) => [description],
      },
    ],
    // Labels have no times. Their ids are in the order of creation.
    sorts: { created: ({ id }) => id, updated: ({ id }) => id },
    newest: ({ id }) => ({ rank: id }),
    write: (label) => labelJson(call, label),
  }
}
