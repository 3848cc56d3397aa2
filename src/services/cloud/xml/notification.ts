import type { XmlMembers } from '#cloud/protocols/xml.ts'
import type { EventDestination, NotificationConfiguration } from '#cloud/schema/s3.ts'

const NAMES = { topic: 'Topic', queue: 'Queue', function: 'CloudFunction' } as const

/** Returns a notification configuration. */
export function notificationXml({ destinations, eventBridge }: NotificationConfiguration): XmlMembers {
  const of = (kind: EventDestination['kind']): XmlMembers[] =>
    destinations.filter((each) => each.kind === kind).map(destinationXml)
  return {
    TopicConfiguration: of('topic'),
    QueueConfiguration: of('queue'),
    CloudFunctionConfiguration: of('function'),
    EventBridgeConfiguration: eventBridge ? '' : null,
  }
}

function destinationXml({ id, kind, arn, events, prefix, suffix }: EventDestination): XmlMembers {
  const rules = [
    { Name: 'Prefix', Value: prefix },
    { Name: 'Suffix', Value: suffix },
  ].filter(({ Value }) => Value !== null)
  return {
    Id: id,
    [NAMES[kind]]: arn,
    Event: events,
    Filter: rules.length === 0 ? null : { S3Key: { FilterRule: rules } },
  }
}
