import type { KnownFailures } from './compare.ts'

const ENCRYPTION = 'client-side encryption needs a package and programs that are not installed'
const HOSTS = 'the test expects hosts named localhost'
const SEARCH = 'the test expects a server without Atlas Search'

/** The tests of the driver for Node.js that fail, by their files. */
export const DRIVER_FAILURES: KnownFailures = {
  'test/integration/client-side-operations-timeout/client_side_operations_timeout.prose.test.ts': [
    { count: 1, reason: ENCRYPTION },
    { count: 1, reason: 'a machine under load is later than the test allows' },
  ],
  'test/integration/client-side-operations-timeout/client_side_operations_timeout.unit.test.ts': [
    { count: 1, reason: ENCRYPTION },
  ],
  'test/integration/command-logging-and-monitoring/command_logging_and_monitoring.spec.test.ts': [
    { count: 1, reason: 'there is no command authenticate, as in servers of today' },
  ],
  'test/integration/crud/crud.prose.test.ts': [{ count: 1, reason: ENCRYPTION }],
  'test/integration/crud/misc_cursors.test.ts': [{ count: 1, reason: HOSTS }],
  'test/integration/index-management/search-index-management.spec.test.ts': [{ count: 17, reason: SEARCH }],
  'test/integration/index-management/search-index-management.test.ts': [{ count: 1, reason: SEARCH }],
  'test/integration/initial-dns-seedlist-discovery/dns_seedlist.test.ts': [
    { count: 4, reason: 'the test asks the name servers of the Internet' },
  ],
  'test/integration/mongodb-handshake/mongodb-handshake.prose.test.ts': [
    { count: 1, reason: 'the test expects to run outside of a container' },
  ],
  'test/integration/node-specific/client_close.test.ts': [{ count: 1, reason: ENCRYPTION }],
  'test/integration/node-specific/client_encryption.test.ts': [{ count: 1, reason: ENCRYPTION }],
  'test/integration/node-specific/crypt_shared_lib.test.ts': [{ count: 1, reason: ENCRYPTION }],
  'test/integration/node-specific/resource_clean_up.test.ts': [
    { count: 1, reason: 'the test needs the built driver' },
    { count: 1, reason: 'it counts the promises of its process, which differ from run to run' },
  ],
  'test/integration/server-discovery-and-monitoring/server_description.test.ts': [{ count: 1, reason: ENCRYPTION }],
}

/** The tests of mongoose that fail, by their files. */
export const MONGOOSE_FAILURES: KnownFailures = {
  'test/model.test.js': [{ count: 2, reason: 'the test writes while its change stream may not be open yet' }],
}
