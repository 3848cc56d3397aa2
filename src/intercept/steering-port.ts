import { processInterceptor } from './process-interceptor.ts'

/** Returns the port of 127.0.0.1 at which this process serves the hosts that it intercepts, also as an HTTP proxy. */
export function steeringPort(): number {
  return processInterceptor().server.port
}
