// What searching takes, loaded with the first search: a start need not read it.
export { codeKind } from './code.ts'
export { commitKind } from './commits.ts'
export { issueKind } from './issues.ts'
export { labelKind } from './labels.ts'
export { repositoryKind } from './repositories.ts'
export { answerSearch, queryOf } from './search.ts'
export { topicKind } from './topics.ts'
export { userKind } from './users.ts'
