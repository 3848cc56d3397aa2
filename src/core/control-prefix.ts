/** The beginning of every path of an instance's control plane. */
export const CONTROL_PREFIX = '/_backlot/'
