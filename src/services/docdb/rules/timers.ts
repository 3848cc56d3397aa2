import { deleteExpiredEntry } from './admin/access-list.ts'
import { settleCluster } from './admin/clusters.ts'
import { deleteExpiredUser } from './admin/database-users.ts'
import { finishElection } from './elections.ts'
import { expireDocuments } from './expire-documents.ts'

/** The work of each timer of the service when its time has come. */
export const timers = {
  expireDocuments,
  finishElection,
  settleCluster,
  deleteDatabaseUser: deleteExpiredUser,
  deleteAccessEntry: deleteExpiredEntry,
}
