/** Where browsers fetch and send bytes to see how fast their connection is, and how many. */
export const speedTest = {
  down: '/connection-test/down',
  up: '/connection-test/up',
  bytes: 1_000_000,
} as const
