import type { CodehostCall } from '#codehost/call.ts'
import {
  checkedQuery,
  discussionKind,
  issueKind,
  repositoryKind,
  searchRows,
  userKind,
} from '#codehost/search/engine.ts'
import { isGranted } from '#codehost/rules/apps/gate.ts'
import { actor } from '../actors.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, type Typed } from '../source.ts'
import { conversation } from './conversations.ts'

interface SearchArguments extends PageArguments {
  readonly query: string
  readonly type: 'DISCUSSION' | 'ISSUE' | 'REPOSITORY' | 'USER'
}

/** The names of the totals of a search, by what is searched. */
const TOTALS = {
  ISSUE: 'issueCount',
  REPOSITORY: 'repositoryCount',
  USER: 'userCount',
  DISCUSSION: 'discussionCount',
} as const

/** The results that pages of a search can reach. */
const MOST_RESULTS = 1000

/** Resolves `search`, by the engine of REST's searches. https://docs.github.com/graphql/reference/queries#search */
export function search(_root: undefined, args: SearchArguments, call: CodehostCall) {
  const found = resultsOf(call, args)
  const totals = { codeCount: 0, discussionCount: 0, issueCount: 0, repositoryCount: 0, userCount: 0, wikiCount: 0 }
  const reachable = cursoredRows(found.slice(0, MOST_RESULTS), ({ typename, row }) => `${typename} ${idOf(row)}`)
  return connection(reachable, args, undefined, { ...totals, [TOTALS[args.type]]: found.length })
}

function idOf(row: object): number {
  return (row as { readonly id: number }).id // the rows of all results have ids
}

function resultsOf(call: CodehostCall, { query: text, type }: SearchArguments): Typed[] {
  if (text.trim() === '') return []
  const query = checkedQuery(text)
  if (type === 'DISCUSSION') {
    return searchRows(call, query, discussionKind(call, query)).map((each) => typed('Discussion', each))
  }
  if (type === 'USER') return searchRows(call, query, userKind(call)).map((account) => actor(account))
  if (type === 'REPOSITORY') {
    return searchRows(call, query, repositoryKind(call, query)).map((repo) => typed('Repository', repo))
  }
  return searchRows(call, query, issueKind(call, query))
    .filter(({ repoId, isPull }) =>
      isGranted(call, call.rows.repos.require(repoId), isPull ? 'pull_requests=read' : 'issues=read'),
    )
    .map((issue) => conversation(call, issue))
}
