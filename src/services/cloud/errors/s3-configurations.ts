import type { Failure } from '#core/errors.ts'
import { cloudFailure } from './failure.ts'

/** 404: the bucket has no configuration with this id. */
export function noSuchNamedConfiguration(): Failure {
  return cloudFailure(404, 'NoSuchConfiguration', 'The specified configuration does not exist.')
}

/** 400: the id in the document is not the one in the query. */
export function idMismatch(): Failure {
  return cloudFailure(400, 'IdMismatch', 'Document ID does not match the specified configuration ID.')
}

/** 400: the id in the query is missing or malformed. */
export function invalidConfigurationId(): Failure {
  return cloudFailure(400, 'InvalidConfigurationId', 'The specified configuration id is invalid.')
}

/** 400: the bucket has as many configurations of this kind as it may have. */
export function tooManyConfigurations(): Failure {
  const message =
    'You are attempting to create a new configuration but have already reached the 1,000-configuration limit.'
  return cloudFailure(400, 'TooManyConfigurations', message)
}

/** 400: the destination of reports is not the ARN of a bucket. */
export function invalidDestinationBucket(): Failure {
  return cloudFailure(400, 'InvalidS3DestinationBucket', 'Invalid bucket ARN.')
}

/** 400: the bucket that is to receive the access logs does not exist. */
export function noTargetBucketForLogging(target: string): Failure {
  return cloudFailure(400, 'InvalidTargetBucketForLogging', 'The target bucket for logging does not exist', {
    members: { TargetBucket: target },
  })
}

/** 403: the bucket that is to receive the access logs is in another region. The vendor misspells the code. */
export function crossLocationLogging(source: string, target: string): Failure {
  return cloudFailure(403, 'CrossLocationLoggingProhibitted', 'Cross S3 location logging not allowed. ', {
    members: {
      ...(source === '' ? {} : { SourceBucketLocation: source }),
      ...(target === '' ? {} : { TargetBucketLocation: target }),
    },
  })
}
