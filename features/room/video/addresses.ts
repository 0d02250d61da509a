/** The folder of MediaPipe's WebAssembly within the built web app, named for the version of its package. */
export const visionFolder = '/assets/vision-0.10.14'
/** The model that separates people from the room behind them. */
export const modelAddress = '/background/selfie_segmenter.tflite'

/** Where browsers download and upload to measure their connection, and how many bytes each takes. */
export const speedTest = {
  down: '/connection-test/down',
  up: '/connection-test/up',
  bytes: 1_000_000,
} as const
