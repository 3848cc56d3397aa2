// The search modules, loaded with the first search so that starting an instance does not load them.
export { codeKind } from './code.ts'
export { commitKind } from './commits.ts'
export { issueKind } from './issues.ts'
export { labelKind } from './labels.ts'
export { repositoryKind } from './repositories.ts'
export { answerSearch, checkedQuery, queryOf, searchRows } from './search.ts'
export { topicKind } from './topics.ts'
export { userKind } from './users.ts'
