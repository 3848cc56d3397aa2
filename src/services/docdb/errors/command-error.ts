import type { Document } from '#docdb/values/value.ts'

/**
 * The server's error codes. https://www.mongodb.com/docs/manual/reference/error-codes/
 */
export const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  NoSuchKey: 4,
  GraphContainsCycle: 5,
  HostUnreachable: 6,
  HostNotFound: 7,
  UnknownError: 8,
  FailedToParse: 9,
  CannotMutateObject: 10,
  UserNotFound: 11,
  UnsupportedFormat: 12,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  ProtocolError: 17,
  AuthenticationFailed: 18,
  CannotReuseObject: 19,
  IllegalOperation: 20,
  EmptyArrayOperation: 21,
  InvalidBSON: 22,
  LockTimeout: 24,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  NonExistentPath: 29,
  InvalidPath: 30,
  RoleNotFound: 31,
  RolesNotRelated: 32,
  PrivilegeNotFound: 33,
  CannotBackfillArray: 34,
  UserModificationFailed: 35,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NoMatchingDocument: 47,
  NamespaceExists: 48,
  InvalidRoleModification: 49,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  InvalidDBRef: 55,
  EmptyFieldName: 56,
  DottedFieldName: 57,
  CommandNotFound: 59,
  ShardKeyNotFound: 61,
  StaleShardVersion: 63,
  WriteConcernFailed: 64,
  MultipleErrorsOccurred: 65,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  IndexAlreadyExists: 68,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  UnknownReplWriteConcern: 79,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  NetworkTimeout: 89,
  ShutdownInProgress: 91,
  OperationFailed: 96,
  UnsatisfiableWriteConcern: 100,
  WriteConflict: 112,
  CommandNotSupported: 115,
  ConflictingOperationInProgress: 117,
  DocumentValidationFailure: 121,
  CommandFailed: 125,
  FailedToSatisfyReadPreference: 133,
  ReadConcernMajorityNotAvailableYet: 134,
  CappedPositionLost: 136,
  JSInterpreterFailure: 139,
  CursorInUse: 143,
  ExceededMemoryLimit: 146,
  StaleEpoch: 150,
  DurationOverflow: 159,
  ViewDepthLimitExceeded: 165,
  CommandNotSupportedOnView: 166,
  OptionNotSupportedOnView: 167,
  InvalidPipelineOperator: 168,
  TooManyMatchingDocuments: 170,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  AmbiguousIndexKeyPattern: 181,
  InvalidViewDefinition: 182,
  ClientMetadataDocumentTooLarge: 185,
  PrimarySteppedDown: 189,
  FailPointSetFailed: 192,
  ViewPipelineMaxSizeExceeded: 195,
  InvalidIndexSpecificationOption: 197,
  CannotBuildIndexKeys: 201,
  TimeProofMismatch: 204,
  ClusterTimeFailsRateLimiter: 205,
  NoSuchSession: 206,
  InvalidUUID: 207,
  IncompleteTransactionHistory: 217,
  UpdateOperationFailed: 218,
  CloseChangeStream: 222,
  QueryFeatureNotAllowed: 224,
  TransactionTooOld: 225,
  AtomicityFailure: 226,
  MaxSubPipelineDepthExceeded: 232,
  RetryChangeStream: 234,
  CursorKilled: 237,
  NotImplemented: 238,
  SnapshotTooOld: 239,
  ConversionFailure: 241,
  QueryRejectedBySettings: 411,
  CannotCreateCollection: 242,
  SnapshotUnavailable: 246,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  TransactionTooLarge: 257,
  InvalidResumeToken: 260,
  TooManyLogicalSessions: 261,
  ExceededTimeLimit: 262,
  OperationNotSupportedInTransaction: 263,
  PreparedTransactionInProgress: 267,
  IndexBuildAborted: 276,
  UnsatisfiableCommitQuorum: 278,
  ClientDisconnect: 279,
  ChangeStreamFatalError: 280,
  IndexBuildAlreadyInProgress: 285,
  ChangeStreamHistoryLost: 286,
  TransactionExceededLifetimeLimitSeconds: 290,
  NoQueryExecutionPlans: 291,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  APIVersionError: 322,
  APIStrictError: 323,
  APIDeprecationError: 324,
  MechanismUnavailable: 334,
  ChangeStreamInvalidated: 346,
  APIMismatchError: 347,
  CannotConvertIndexToUnique: 359,
  CollectionUUIDMismatch: 361,
  TemporarilyUnavailable: 365,
  AtlasError: 8000,
  SocketException: 9001,
  NotWritablePrimary: 10107,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  InterruptedAtShutdown: 11600,
  Interrupted: 11601,
  InterruptedDueToReplStateChange: 11602,
  MergeStageNoMatchingDocument: 13113,
  StaleConfig: 13388,
  NotPrimaryNoSecondaryOk: 13435,
  NotPrimaryOrSecondary: 13436,
  IDLFailedToParse: 40414,
  IDLUnknownField: 40415,
} as const

/** The name of a server error that has one. */
export type CodeName = keyof typeof ERROR_CODES

const NAMES = new Map(Object.entries(ERROR_CODES).map(([name, code]) => [code as number, name]))

/** Returns the name of an error code; `Location<code>` for one without a name, as the server has it. */
export function codeNameOf(code: number): string {
  return NAMES.get(code) ?? `Location${code}`
}

/** Returns the number of an error that is given by its name or its number; undefined for any other text. */
export function numberOfCode(code: string): number | undefined {
  if (Object.hasOwn(ERROR_CODES, code)) return ERROR_CODES[code as CodeName] // its own name
  return /^\d{1,9}$/.test(code) ? Number(code) : undefined
}

/** An error of the server: its code and its message. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly code: number
  /** Further members of the reply: `keyPattern`, `errInfo`. */
  readonly extra: Document
  /** The labels by which a driver decides whether to try again. */
  readonly labels: readonly string[]
  /** True where what the command wrote before the error stays; else all of it is undone. */
  readonly keepsWrites: boolean

  constructor(
    code: CodeName | number,
    message: string,
    extra: Document = {},
    labels: readonly string[] = [],
    keepsWrites = false,
  ) {
    super(message)
    this.keepsWrites = keepsWrites
    this.code = typeof code === 'number' ? code : ERROR_CODES[code]
    this.extra = extra
    this.labels = labels
  }

  /** Returns the same error with another message, or other members of the reply. */
  reworded(message: string, extra: Document = this.extra): CommandError {
    return new CommandError(this.code, message, extra, this.labels, this.keepsWrites)
  }

  /** Returns the same error, before which what the command wrote stays. */
  keepingWrites(): CommandError {
    return new CommandError(this.code, this.message, this.extra, this.labels, true)
  }
}
