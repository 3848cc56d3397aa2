import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import { checkReachable, notificationSchema, notificationsOf } from '#cloud/rules/s3/events/notifications.ts'
import { emitTestEvent } from '#cloud/rules/s3/events/emit-event.ts'
import { notificationXml } from '#cloud/xml/notification.ts'
import { loadBucket } from '#cloud/steps/s3/load-bucket.ts'
import { xmlBody } from '#cloud/steps/s3/xml-body.ts'

const { get, put } = routesFor<CloudCall>()

/** The event notifications of buckets. https://docs.aws.amazon.com/AmazonS3/latest/userguide/EventNotifications.html */
export const notificationRoutes = [
  get(
    's3:GetBucketNotificationConfiguration',
    '/:bucket?notification',
    loadBucket('s3:GetBucketNotification'),
    ({ bucket }) => xmlAnswer('NotificationConfiguration', notificationXml(bucket.notifications)),
  ),

  put(
    's3:PutBucketNotificationConfiguration',
    '/:bucket?notification',
    loadBucket('s3:PutBucketNotification'),
    xmlBody('NotificationConfiguration', notificationSchema),
    (call) => {
      const { rows, bucket, body } = call
      const notifications = notificationsOf(call, body)
      const isChecked = call.header('x-amz-skip-destination-validation') !== 'true'
      if (isChecked) checkReachable(call, bucket, notifications)
      rows.buckets.update(bucket.id, { notifications })
      if (!isChecked) return empty(200)
      for (const arn of new Set(notifications.destinations.map((each) => each.arn))) emitTestEvent(call, bucket, arn)
      return empty(200)
    },
  ),
]
