import { deflateSync } from 'node:zlib'
import type { InspectedMessage, ReportData } from '#core/inspection/inspection.ts'

/** The most that the data of a report may take in the file: with the program and the style it stays below 300 KB. */
const MOST_BYTES = 240 * 1024

/** The lengths to which bodies are cut, in characters, one after the other until the report is small enough. */
const LENGTHS = [64 * 1024, 16 * 1024, 4 * 1024, 1024, 256, 0]

/** Returns the JSON of a report, with its bodies as long as its size allows. */
export function fitReport(report: ReportData): string {
  let text = ''
  for (const length of LENGTHS) {
    text = JSON.stringify(cut(report, length))
    // Base64 takes four characters for three bytes.
    if ((deflateSync(text).length * 4) / 3 <= MOST_BYTES) return text
  }
  const instances = report.instances.map((each) => ({
    ...each,
    changes: null,
    deliveries: [],
    calls: each.calls.slice(-50),
  }))
  return JSON.stringify(cut({ ...report, instances }, 0))
}

function cut(report: ReportData, length: number): ReportData {
  return {
    ...report,
    failure: report.failure.slice(0, 64 * 1024),
    instances: report.instances.map((instance) => ({
      ...instance,
      calls: instance.calls.map((call) => ({
        ...call,
        request: shortened(call.request, length),
        response: shortened(call.response, length),
      })),
      deliveries: instance.deliveries.map((delivery) => ({
        ...delivery,
        request: { ...delivery.request, body: delivery.request.body.slice(0, length) },
        response: delivery.response === null ? null : shortened(delivery.response, length),
      })),
    })),
  }
}

function shortened<T extends InspectedMessage>(message: T, length: number): T {
  const { body } = message
  return body === null || body.length <= length ? message : { ...message, body: body.slice(0, length), truncated: true }
}
